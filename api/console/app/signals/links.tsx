/**
 * Links to the pages of companies and people. Without a domain, a company links to a search for its
 * name; without an identifier, a person is plain text.
 */
import { Link } from '@tanstack/react-router';
import type { Company, Contact } from '../client/shapes.js';
import { Icon } from '../parts/icons.js';

export function CompanyLink({ company }: { company: Pick<Company, 'name' | 'domain'> }) {
  const name = company.name ?? company.domain ?? 'Unknown company';
  if (company.domain) {
    return (
      <Link to="/companies/$domain" params={{ domain: company.domain }}>
        <bdi>{name}</bdi>
      </Link>
    );
  }
  if (company.name === null) return <span>{name}</span>;
  return (
    <Link to="/explore" search={{ company_name: company.name }}>
      <bdi>{name}</bdi>
    </Link>
  );
}

export function PersonLink({ contact }: { contact: Contact }) {
  const name = contact.name ?? contact.email ?? contact.network_url ?? 'Unknown person';
  const search: Record<string, string> | null = contact.email
    ? { contact_email: contact.email }
    : contact.network_url
      ? { contact_network_url: contact.network_url }
      : null;
  return (
    <span className="with-icon">
      <Icon name="person" />
      {search ? (
        <Link to="/people" search={search}>
          <bdi>{name}</bdi>
        </Link>
      ) : (
        <bdi>{name}</bdi>
      )}
      {contact.title && <span className="muted">{contact.title}</span>}
    </span>
  );
}

/** Links to a signal's source if it is a web address. `javascript:` and others are never links. */
export function SourceLink({ url }: { url: unknown }) {
  if (typeof url !== 'string' || !URL.canParse(url)) return null;
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  return (
    <a className="with-icon" href={url} target="_blank" rel="noopener noreferrer">
      <Icon name="out" />
      {hostname}
    </a>
  );
}
