/** Changes keys, for the command line and the admin API. A key is shown only when it is created. */
import { randomUUID } from 'node:crypto';
import { generateApiKey } from '../../shared/domain/billing/api-key.js';
import { AppError, NoRoomError } from '../../shared/domain/errors.js';
import type { AccountStore, ApiKey } from '../../shared/domain/ports/account-store.js';
import { DAY_MS, isoOf } from '../../shared/domain/time.js';
import { type AccountDeps, requireActiveAccount } from './change-accounts.js';

type NewKey = Pick<ApiKey, 'name' | 'expiresAt' | 'monthlyCreditCap'>;

/** A stored key, together with the key itself, which is not stored. */
export type IssuedKey = ApiKey & { key: string };

export const MAX_GRACE_MS = 7 * DAY_MS;
export const DEFAULT_GRACE_MS = DAY_MS;

/** Shows a key before it is stored. If it cannot be shown, the key is not stored. */
type ShowKey = (issued: IssuedKey) => Promise<void>;

/**
 * Issues a key. Throws `not_found`, or `conflict` for a deleted account. The key works as soon as
 * it is returned.
 */
export async function issueKey(
  deps: AccountDeps,
  accountId: string,
  newKey: NewKey,
  show?: ShowKey,
): Promise<IssuedKey> {
  return addNewKey(deps, accountId, newKey, show && { show, ifNotStored: '' });
}

/** `ifNotStored`: more text for the error if a key that was shown could not be stored. */
async function addNewKey(
  { accounts, clock }: AccountDeps,
  accountId: string,
  newKey: NewKey,
  showing: { show: ShowKey; ifNotStored?: string } | undefined,
): Promise<IssuedKey> {
  await requireActiveAccount(accounts, accountId);
  const { key, prefix, hash } = generateApiKey();
  const stored: ApiKey = {
    ...newKey,
    keyId: randomUUID(),
    accountId,
    prefix,
    hash,
    createdAt: isoOf(clock.now()),
    revokedAt: null,
    lastUsedAt: null,
  };
  const issued = { ...stored, key };
  await showing?.show(issued);
  try {
    await accounts.addKey(stored);
  } catch (error) {
    if (!showing || !(error instanceof NoRoomError)) throw error;
    const text = `${error.message}. The key above was not stored. Do not use it.`;
    throw new AppError('unavailable', `${text}${showing.ifNotStored}`, { cause: error });
  }
  return issued;
}

/**
 * Changes the name or the cap of a key; a cap of `null` removes it. Throws `not_found`, or
 * `conflict` for a revoked key.
 */
export async function updateKey(
  { accounts }: AccountDeps,
  keyId: string,
  change: { name?: string | undefined; monthlyCreditCap?: number | null | undefined },
): Promise<ApiKey> {
  return changeKey(accounts, keyId, (key) => {
    const { name = key.name, monthlyCreditCap = key.monthlyCreditCap } = change;
    return { ...requireUnrevoked(key), name, monthlyCreditCap };
  });
}

/** Revokes a key. Revoking it again changes nothing. Throws `not_found`. */
export async function revokeKey({ accounts, clock }: AccountDeps, keyId: string): Promise<ApiKey> {
  return changeKey(accounts, keyId, (key) =>
    key.revokedAt === null ? { ...key, revokedAt: isoOf(clock.now()) } : key,
  );
}

/**
 * Issues a new key with the same name and cap. The old key then expires after `graceMs`, or at its
 * own expiry if that is earlier. Throws `not_found`, or `conflict` for a revoked or expired key or
 * a deleted account.
 */
export async function rotateKey(
  deps: AccountDeps,
  keyId: string,
  { graceMs, expiresAt }: { graceMs: number; expiresAt: string | null },
  show?: ShowKey,
): Promise<IssuedKey> {
  const { accounts, clock } = deps;
  const old = requireUnrevoked(await requireKey(accounts, keyId));
  if (old.expiresAt !== null && old.expiresAt <= isoOf(clock.now())) {
    throw new AppError('conflict', `Key ${keyId} has expired. Issue a new key.`);
  }
  const { name, monthlyCreditCap } = old;
  const newKey = { name, expiresAt, monthlyCreditCap };
  const showing = show && { show, ifNotStored: ' The old key still works.' };
  const issued = await addNewKey(deps, old.accountId, newKey, showing);
  const graceEnd = isoOf(clock.now() + graceMs);
  await changeKey(accounts, keyId, (key) =>
    key.expiresAt !== null && key.expiresAt <= graceEnd ? key : { ...key, expiresAt: graceEnd },
  ).catch((error: unknown) => {
    if (!show || !(error instanceof NoRoomError)) throw error;
    const text = `The key above works. Key ${keyId} works too: revoke it when the disk has room.`;
    throw new AppError('unavailable', `${error.message}. ${text}`, { cause: error });
  });
  return issued;
}

/** Returns a key, even if it is revoked or expired. Throws `not_found`. */
export async function requireKey(accounts: AccountStore, keyId: string): Promise<ApiKey> {
  return present(await accounts.key(keyId), keyId);
}

async function changeKey(
  accounts: AccountStore,
  keyId: string,
  change: (key: ApiKey) => ApiKey,
): Promise<ApiKey> {
  return present(await accounts.changeKey(keyId, change), keyId);
}

function present(key: ApiKey | null, keyId: string): ApiKey {
  if (key) return key;
  throw new AppError('not_found', `Key ${keyId} does not exist.`);
}

function requireUnrevoked(key: ApiKey): ApiKey {
  if (key.revokedAt === null) return key;
  throw new AppError('conflict', `Key ${key.keyId} is revoked. Issue a new key.`);
}
