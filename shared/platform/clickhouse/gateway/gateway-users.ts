/**
 * The users of the gateway: `service`, and `analyst`, who can only read. They get new passwords at
 * each start, unless the analyst's is set. Wrong passwords are limited per minute.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { GatewayError, headerOf } from './gateway-request.js';

export type GatewayUser = 'service' | 'analyst';

export type GatewayUsers = ReturnType<typeof createGatewayUsers>;

const MAX_WRONG_PER_MINUTE = 60;

export function createGatewayUsers(analystPassword: string = randomSecret()) {
  const passwords = { service: randomSecret(), analyst: analystPassword };
  let minuteStartMs = performance.now();
  let wrongCount = 0;
  const countWrong = (): void => {
    if (performance.now() - minuteStartMs > 60_000) {
      minuteStartMs = performance.now();
      wrongCount = 0;
    }
    wrongCount += 1;
    if (wrongCount > MAX_WRONG_PER_MINUTE) {
      throw new GatewayError(
        429,
        516,
        'Too many wrong passwords: retry after a minute. (AUTHENTICATION_FAILED)',
      );
    }
  };
  return {
    passwords,
    /**
     * Returns the user of a request. Throws `GatewayError` for a wrong user or password. A correct
     * password is never rejected because others sent wrong ones.
     */
    authenticate(request: IncomingMessage, url: URL): GatewayUser {
      const { user, password } = credentialsOf(request, url);
      if (isUser(user) && isSameSecret(passwords[user], password)) return user;
      countWrong();
      const whom = user === '' ? 'no user given' : JSON.stringify(user.slice(0, 60));
      const reason = `Authentication failed: wrong user or password (${whom})`;
      throw new GatewayError(403, 516, `${reason}. (AUTHENTICATION_FAILED)`);
    },
  };
}

function credentialsOf(request: IncomingMessage, url: URL): { user: string; password: string } {
  const basic = /^Basic (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const decoded = basic ? Buffer.from(basic, 'base64').toString('utf8') : '';
  const [, basicUser, basicPassword] = /^(.*?):(.*)$/s.exec(decoded) ?? [];
  return {
    user: headerOf(request, 'x-clickhouse-user') ?? basicUser ?? url.searchParams.get('user') ?? '',
    password:
      headerOf(request, 'x-clickhouse-key') ??
      basicPassword ??
      url.searchParams.get('password') ??
      '',
  };
}

function isUser(user: string): user is GatewayUser {
  return user === 'service' || user === 'analyst';
}

function isSameSecret(expected: string, actual: string): boolean {
  const a = Buffer.from(expected);
  const b = Buffer.from(actual);
  return a.length === b.length && timingSafeEqual(a, b);
}

function randomSecret(): string {
  return randomBytes(24).toString('base64url');
}
