/** Gives domains, profile URLs and email addresses one spelling each; `null` for other texts. */
import { domainToASCII } from 'node:url';

const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const BARE_HOST = /^[a-z0-9_.-]*[a-z0-9_-]$/;
const MAX_HOST_CHARACTERS = 253;
/** Matches leading `www.`, except in `www.example`, where it is the name itself. */
const LEADING_WWW = /^(www\.)+(?=.*\.)/;

/**
 * Characters that copied text brings along and nobody sees. Names and domains are kept without them.
 * Joiners are kept: names in Persian and Indian languages are spelled with them.
 */
const INVISIBLE =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

/** Returns the text without characters that nobody sees; some of them reverse the text after them. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, '');
}

/** Decodes percent escapes of a path, except those that would change its parts or show nothing. */
function decoded(path: string): string {
  return path.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
    try {
      const text = decodeURIComponent(run);
      const isKept = /[\p{Cc}\s/?#%\\]/u.test(text) || text.search(INVISIBLE) !== -1;
      return isKept ? run : text;
    } catch {
      return run;
    }
  });
}

/**
 * Returns a domain in lower case, without scheme, `www.`, user, port, path and trailing dot.
 * International names are in punycode.
 */
export function normaliseDomain(input: string): string | null {
  const host = bareHost(input);
  return asHostName(host)?.replace(LEADING_WWW, '') ?? null;
}

/**
 * Returns what somebody has typed of a domain so far, also as part of a URL or an email address.
 * `null` if no domain begins like this.
 */
export function domainStart(input: string): string | null {
  const host = bareHost(input);
  const start = (asHostName(host) ?? host).replace(/^(www\.)+/, '');
  return /^[a-z0-9][a-z0-9.-]*$/.test(start) ? start : null;
}

/** Converts `shop.acme.example` to `shop.acme`. */
export function withoutLastLabel(domain: string): string {
  return domain.slice(0, Math.max(0, domain.lastIndexOf('.')));
}

/** Returns a host in lower case, without scheme, user, port, path and trailing dot. */
function bareHost(input: string): string {
  // Most inputs are bare already. It is worth a check, because every event of a load has one.
  if (BARE_HOST.test(input)) return input;
  return input
    .replace(INVISIBLE, '')
    .trim()
    .toLowerCase()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//, '')
    .replace(/^\/\//, '')
    .replace(/[/?#\\].*$/s, '')
    .replace(/^.*@/, '')
    .replace(/:\d*$/, '')
    .replace(/\.$/, '');
}

function asHostName(host: string): string | null {
  if (/[\s%]/.test(host)) return null;
  // Punycode is checked too, because it may be invalid.
  const isPlain = /^[a-z0-9._-]*$/.test(host) && !/(^|\.)xn--/.test(host);
  const ascii = isPlain ? host : domainToASCII(host);
  const labels = ascii.split('.');
  const isValid =
    ascii.length <= MAX_HOST_CHARACTERS &&
    labels.length >= 2 &&
    labels.every((label) => LABEL.test(label)) &&
    // The last label of a name is never a number. Otherwise it is an IP address.
    !/^\d+$/.test(labels.at(-1) ?? '');
  return isValid ? ascii : null;
}

/**
 * Returns a URL in lower case, without scheme, `www.`, query, fragment and trailing slash. It needs
 * a host and a path.
 */
export function normaliseProfileUrl(input: string): string | null {
  const bare = input
    .replace(INVISIBLE, '')
    .trim()
    .toLowerCase()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//, '')
    .replace(/^\/\//, '')
    .replace(/[?#].*$/s, '')
    .replace(/(?<!\/)\/+$/, '');
  const slash = bare.indexOf('/');
  if (slash <= 0 || /\s/.test(bare)) return null;
  const host = normaliseDomain(bare.slice(0, slash));
  const path = decoded(bare.slice(slash)).toLowerCase().normalize('NFC');
  return host === null || path.length < 2 ? null : `${host}${path}`;
}

const LOCAL_PART = /^[^\s@"(),:;<>[\]\\]{1,64}$/;

/** Returns an email address in lower case. The host is normalized like a domain with `www.`. */
export function normaliseEmail(input: string): string | null {
  const text = input.replace(INVISIBLE, '').trim().toLowerCase().normalize('NFC');
  const at = text.lastIndexOf('@');
  if (at <= 0 || !LOCAL_PART.test(text.slice(0, at))) return null;
  const host = asHostName(text.slice(at + 1));
  return host === null ? null : `${text.slice(0, at)}@${host}`;
}
