/** Reads the domain of a company from what a publisher calls its website. Pure. */
import { getPublicSuffix } from 'tldts';
import { normaliseDomain, normaliseProfileUrl } from '../../shared/domain/normalise/identifiers.js';

/** Hosts of pages that belong to many companies. */
const SHARED_HOSTS: ReadonlySet<string> = new Set([
  'angel.co',
  'apps.apple.com',
  'behance.net',
  'bit.ly',
  'crunchbase.com',
  'facebook.com',
  'fb.com',
  'github.com',
  'gitlab.com',
  'instagram.com',
  'itunes.apple.com',
  'linkedin.com',
  'linktr.ee',
  'medium.com',
  'meetup.com',
  'pinterest.com',
  'play.google.com',
  'plus.google.com',
  'reddit.com',
  'sites.google.com',
  't.me',
  'tiktok.com',
  'twitter.com',
  'vimeo.com',
  'vk.com',
  'web.archive.org',
  'wellfound.com',
  'x.com',
  'xing.com',
  'youtube.com',
]);

/**
 * Returns the domain of a website, or `null` if many companies share it: a domain under which anybody
 * can have one, such as `co.uk` or `github.io`, or a page on a shared host, such as
 * `facebook.com/acme`. The host alone belongs to its owner.
 */
export function companyDomain(website: string): string | null {
  const domain = normaliseDomain(website);
  if (domain === null || isPublicSuffix(domain)) return null;
  return isShared(domain) && normaliseProfileUrl(website) !== null ? null : domain;
}

/** True for the suffixes of publicsuffix.org, also for those that companies offer. */
function isPublicSuffix(domain: string): boolean {
  return getPublicSuffix(domain, { allowPrivateDomains: true, extractHostname: false }) === domain;
}

function isShared(domain: string): boolean {
  const labels = domain.split('.');
  return labels.some((_, at) => SHARED_HOSTS.has(labels.slice(at).join('.')));
}
