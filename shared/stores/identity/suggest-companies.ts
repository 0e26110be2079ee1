/**
 * Companies by what somebody has typed so far. Candidates come from the lookups of names and domains, a
 * limited number of them; what they are called today decides.
 */
import {
  normaliseCompanyName,
  trigramSimilarity,
  trigrams,
} from '../../domain/normalise/company-name.js';
import { domainStart, withoutLastLabel } from '../../domain/normalise/identifiers.js';
import type { KnownCompany } from '../../domain/ports/identity-graph.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';
import { trigramHashes } from './clickhouse-identity-store.js';
import { loadCompanies, normalisedNameOf, profilesFirst } from './load-companies.js';
import type { TrigramSizes } from './trigram-sizes.js';

type Kind = 'names' | 'domains';

/** Names, and domains, that begin with the text: the first in their order. */
const MAX_BEGINNINGS = 300;
/** Of those the most similar ones are looked up, at most this many. */
const CANDIDATES = 60;
/** Looked up beyond what is wanted: former names are dropped. */
const SPARE = 4;
const MIN_SIMILARITY = 0.3;
/** Rows that a search for likeness reads, of names and of domains, unless its rarest trigram has more. */
const MAX_ROWS = 6_000;
/** Names, and domains, that begin with this share of the text are compared too: many typing errors come later. */
const SURE_SHARE = 2 / 3;
/** Of shorter texts, almost everything is similar to something. */
const MIN_CHARACTERS = 3;

/** What was typed, as names and as domains are compared. */
interface Typed {
  text: string;
  name: string;
  /** `null`: no domain begins like this. */
  domain: string | null;
  nameTrigrams: ReadonlySet<string>;
  stemTrigrams: ReadonlySet<string>;
}

/** How well a company fits: what begins with the text comes first, the shortest of it before others. */
interface Fit {
  begins: boolean;
  /** Of the whole to the text, 0 to 1. */
  likeness: number;
}

interface NamedRow {
  company_key: string;
  /** Empty: found by its domain. */
  name: string;
  /** Empty: found by its name. */
  domain: string;
}

/** Names that begin with `name`, and domains that begin with `domain`, if there is one. */
const BEGINNINGS = `SELECT * FROM (
    SELECT company_key, normalised_name AS name, '' AS domain FROM company_names
    WHERE startsWith(normalised_name, {name:String})
    ORDER BY normalised_name, company_key LIMIT 1 BY normalised_name, company_key
    LIMIT ${MAX_BEGINNINGS})
  UNION ALL SELECT * FROM (
    SELECT domain AS company_key, '' AS name, domain FROM company_domains
    WHERE {domain:String} != '' AND startsWith(domain, {domain:String})
    ORDER BY domain LIMIT 1 BY domain LIMIT ${MAX_BEGINNINGS})`;

/** By a name or domain that a company has or had. */
interface Candidate {
  key: string;
  fit: Fit;
}

interface Suggestion {
  known: KnownCompany;
  fit: Fit;
}

/** `sizes`: kept between calls, how many names or domains have a trigram. */
export async function suggestCompanies(
  clickhouse: ClickHouse,
  sizes: TrigramSizes,
  text: string,
  limit: number,
): Promise<KnownCompany[]> {
  const typed = typedAs(text);
  const found = await bestOf(clickhouse, typed, await beginnings(clickhouse, typed), limit);
  const begin = found.filter(({ fit }) => fit.begins);
  if (begin.length >= limit || typed.name.length < MIN_CHARACTERS) {
    return begin.slice(0, limit).map(({ known }) => known);
  }
  const begun = new Set(begin.map(({ known }) => known.key));
  const alike = (await likenesses(clickhouse, sizes, typed)).filter(({ key }) => !begun.has(key));
  const others = await bestOf(clickhouse, typed, alike, limit - begin.length);
  return [...begin, ...others].slice(0, limit).map(({ known }) => known);
}

/**
 * What companies are called today decides; the best first. Candidates are looked up from the best on until
 * there are enough, because some are former names.
 */
async function bestOf(
  clickhouse: ClickHouse,
  typed: Typed,
  candidates: readonly Candidate[],
  wanted: number,
): Promise<Suggestion[]> {
  const best = candidates.toSorted((a, b) => byFit(a.fit, b.fit)).map(({ key }) => key);
  const keys = [...new Set(best)].slice(0, CANDIDATES);
  const size = wanted + SPARE;
  const found: Suggestion[] = [];
  for (let at = 0; at < keys.length && found.length < wanted; at += size) {
    const companies = await loadCompanies(clickhouse, keys.slice(at, at + size));
    for (const known of companies.values()) {
      const fit = fitOf(typed, normalisedNameOf(known), known.company.domain ?? '');
      if (fits(fit)) found.push({ known, fit });
    }
  }
  return found.sort((a, b) => byFit(a.fit, b.fit) || profilesFirst(a.known, b.known));
}

const fits = ({ begins, likeness }: Fit): boolean => begins || likeness >= MIN_SIMILARITY;

function typedAs(text: string): Typed {
  const name = normaliseCompanyName(text);
  const domain = domainStart(text);
  return {
    text,
    name,
    domain,
    nameTrigrams: trigrams(name),
    stemTrigrams: domain === null ? new Set() : trigrams(stemOf(domain)),
  };
}

/** A domain that is not complete has no last label yet. */
function stemOf(domain: string): string {
  return domain.includes('.') ? withoutLastLabel(domain) : domain;
}

async function beginnings(clickhouse: ClickHouse, typed: Typed): Promise<Candidate[]> {
  const { name, domain } = typed;
  const rows = await clickhouse.rows<NamedRow>(BEGINNINGS, { name, domain: domain ?? '' });
  return rows.map((row) => ({
    key: row.company_key,
    fit: fitOf(typed, row.name, row.domain),
  }));
}

/** As much of it as is sure to be typed rightly. */
function sureStart({ name, domain }: Typed): { name: string; domain: string } {
  const start = (text: string) =>
    text.slice(0, Math.max(MIN_CHARACTERS, Math.ceil(SURE_SHARE * text.length)));
  // What stands before a label is whole.
  const isWhole = domain?.includes('.');
  return { name: start(name), domain: domain ? (isWhole ? stemOf(domain) : start(domain)) : '' };
}

async function likenesses(
  clickhouse: ClickHouse,
  sizes: TrigramSizes,
  typed: Typed,
): Promise<Candidate[]> {
  const [names, domains] = await Promise.all([
    sizes.names.rarest(trigramHashes(typed.text), MAX_ROWS),
    sizes.domains.rarest([...typed.stemTrigrams], MAX_ROWS),
  ]);
  const rows = await clickhouse.rows<NamedRow>(
    `SELECT company_key, name, '' AS domain FROM (${likeNames()})
     UNION ALL SELECT domain AS company_key, '' AS name, domain FROM (${likeDomains()})
     UNION ALL ${BEGINNINGS}`,
    {
      ...sureStart(typed),
      names,
      domains,
      ...boundsOf('names', typed.nameTrigrams.size),
      ...boundsOf('domains', typed.stemTrigrams.size),
    },
  );
  return rows
    .map((row) => ({ key: row.company_key, fit: fitOf(typed, row.name, row.domain) }))
    .filter(({ fit }) => fits(fit));
}

function likeNames(): string {
  return `SELECT company_key, any(normalised_name) AS name, uniqExact(trigram) AS shared,
      any(trigram_count) AS total
    FROM company_trigrams WHERE trigram IN {names:Array(UInt32)} AND ${isNear('names')}
    GROUP BY name_hash, company_key
    ORDER BY shared DESC, abs(toInt32(total) - {namesOwn:Int32}), company_key
    LIMIT ${CANDIDATES}`;
}

function likeDomains(): string {
  return `SELECT domain, uniqExact(trigram) AS shared, any(trigram_count) AS total
    FROM company_domain_trigrams WHERE trigram IN {domains:Array(String)} AND ${isNear('domains')}
    GROUP BY domain
    ORDER BY shared DESC, abs(toInt32(total) - {domainsOwn:Int32}), domain
    LIMIT ${CANDIDATES}`;
}

function isNear(of: Kind): string {
  return `trigram_count BETWEEN {${of}Fewest:UInt32} AND {${of}Most:UInt32}`;
}

/** How many trigrams a similar one may have. */
function boundsOf(of: Kind, own: number): Record<string, number> {
  return {
    [`${of}Own`]: own,
    [`${of}Fewest`]: Math.ceil(own * MIN_SIMILARITY),
    [`${of}Most`]: Math.floor(own / MIN_SIMILARITY),
  };
}

function byFit(a: Fit, b: Fit): number {
  return Number(b.begins) - Number(a.begins) || b.likeness - a.likeness;
}

/** `name`, `domain`: empty if there is none. */
function fitOf(typed: Typed, name: string, domain: string): Fit {
  const shares = [
    ...(name.startsWith(typed.name) ? [typed.name.length / name.length] : []),
    ...(typed.domain !== null && domain.startsWith(typed.domain)
      ? [Math.min(1, typed.domain.length / withoutLastLabel(domain).length)]
      : []),
  ];
  if (shares.length > 0) return { begins: true, likeness: Math.max(...shares) };
  const ofName = name === '' ? 0 : Math.max(ofWhole(typed, name), ofBeginning(typed, name));
  const stem = withoutLastLabel(domain);
  const ofStem = stem === '' ? 0 : trigramSimilarity(typed.stemTrigrams, trigrams(stem));
  return { begins: false, likeness: Math.max(ofName, ofStem) };
}

const ofWhole = ({ nameTrigrams }: Typed, name: string): number =>
  trigramSimilarity(nameTrigrams, trigrams(name));

/** Of what is typed to as much of the name, for a name that is not typed to its end. */
function ofBeginning({ name: text, nameTrigrams }: Typed, name: string): number {
  if (name.length <= text.length) return 0;
  const share = text.length / name.length;
  return trigramSimilarity(nameTrigrams, trigrams(name.slice(0, text.length))) * (0.5 + share / 2);
}
