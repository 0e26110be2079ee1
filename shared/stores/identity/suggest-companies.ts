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

/** Names, and domains, that begin with the text: the first in their order. */
const MAX_BEGINNINGS = 300;
/** Of those the most similar ones are looked up; some are former names, and are dropped. */
const CANDIDATES = 60;
const MIN_SIMILARITY = 0.3;
/** Rows of trigrams that a search for likeness reads, of names and of domains. */
const MAX_ROWS = 30_000;
/** Of shorter texts, almost everything is similar to something. */
const MIN_CHARACTERS = 3;

/** What was typed, as names and as domains are compared. */
interface Typed {
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

interface Suggestion {
  known: KnownCompany;
  fit: Fit;
}

export async function suggestCompanies(
  clickhouse: ClickHouse,
  text: string,
  limit: number,
): Promise<KnownCompany[]> {
  const typed = typedAs(text);
  const found = await suggestionsOf(clickhouse, typed, await beginnings(clickhouse, typed));
  const begin = found.filter(({ fit }) => fit.begins);
  if (begin.length >= limit || typed.name.length < MIN_CHARACTERS) {
    return begin.slice(0, limit).map(({ known }) => known);
  }
  const similar = await suggestionsOf(clickhouse, typed, await likenesses(clickhouse, text, typed));
  const begun = new Set(begin.map(({ known }) => known.key));
  const others = similar.filter(({ known }) => !begun.has(known.key));
  return [...begin, ...others].slice(0, limit).map(({ known }) => known);
}

function typedAs(text: string): Typed {
  const name = normaliseCompanyName(text);
  const domain = domainStart(text);
  return {
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

async function beginnings(clickhouse: ClickHouse, typed: Typed): Promise<string[]> {
  const { name, domain } = typed;
  const rows = await clickhouse.rows<{ company_key: string; name: string; domain: string }>(
    `SELECT * FROM (
       SELECT company_key, normalised_name AS name, '' AS domain FROM company_names
       WHERE startsWith(normalised_name, {name:String})
       ORDER BY normalised_name, company_key LIMIT 1 BY normalised_name, company_key
       LIMIT ${MAX_BEGINNINGS})
     UNION ALL SELECT * FROM (
       SELECT domain AS company_key, '' AS name, domain FROM company_domains
       WHERE {domain:String} != '' AND startsWith(domain, {domain:String})
       ORDER BY domain LIMIT 1 BY domain LIMIT ${MAX_BEGINNINGS})`,
    { name, domain: domain ?? '' },
  );
  const best = rows
    .map((row) => ({ key: row.company_key, fit: fitOf(typed, row.name, row.domain) }))
    .sort((a, b) => byFit(a.fit, b.fit));
  return [...new Set(best.map(({ key }) => key))].slice(0, CANDIDATES);
}

async function likenesses(clickhouse: ClickHouse, text: string, typed: Typed): Promise<string[]> {
  const hashes = trigramHashes(text);
  const pieces = [...typed.stemTrigrams];
  const rows = await clickhouse.rows<{ company_key: string }>(
    `SELECT company_key FROM (${likeNames()})
     UNION ALL SELECT company_key FROM (${likeDomains()})`,
    { hashes, pieces, ...boundsOf('name', hashes.length), ...boundsOf('domain', pieces.length) },
  );
  return [...new Set(rows.map((row) => row.company_key))];
}

function likeNames(): string {
  return `SELECT company_key, uniqExact(trigram) AS shared, any(trigram_count) AS total
    FROM company_trigrams WHERE ${amongRarest('company_trigrams', 'hashes:Array(UInt32)', 'name')}
    GROUP BY name_hash, company_key
    ORDER BY shared DESC, abs(toInt32(total) - {nameOwn:Int32}), company_key
    LIMIT ${CANDIDATES}`;
}

function likeDomains(): string {
  const table = 'company_domain_trigrams';
  return `SELECT domain AS company_key, uniqExact(trigram) AS shared, any(trigram_count) AS total
    FROM ${table} WHERE ${amongRarest(table, 'pieces:Array(String)', 'domain')}
    GROUP BY domain
    ORDER BY shared DESC, abs(toInt32(total) - {domainOwn:Int32}), company_key
    LIMIT ${CANDIDATES}`;
}

/** The rarest trigrams say most and have the fewest rows; the others are left out of a long search. */
function amongRarest(table: string, trigrams: string, of: 'name' | 'domain'): string {
  const isNear = `trigram_count BETWEEN {${of}Fewest:UInt32} AND {${of}Most:UInt32}`;
  return `${isNear} AND trigram IN (
    SELECT trigram FROM (
      SELECT trigram, size, sum(size) OVER (ORDER BY size, trigram) AS sizes FROM (
        SELECT trigram, count() AS size FROM ${table}
        WHERE trigram IN {${trigrams}} AND ${isNear} GROUP BY trigram))
    WHERE sizes <= ${MAX_ROWS} OR sizes = size)`;
}

/** How many trigrams a similar one may have. */
function boundsOf(of: 'name' | 'domain', own: number): Record<string, number> {
  return {
    [`${of}Own`]: own,
    [`${of}Fewest`]: Math.ceil(own * MIN_SIMILARITY),
    [`${of}Most`]: Math.floor(own / MIN_SIMILARITY),
  };
}

/** What companies are called today decides; the best first. */
async function suggestionsOf(
  clickhouse: ClickHouse,
  typed: Typed,
  keys: readonly string[],
): Promise<Suggestion[]> {
  const companies = await loadCompanies(clickhouse, keys);
  return [...companies.values()]
    .map((known) => ({
      known,
      fit: fitOf(typed, normalisedNameOf(known), known.company.domain ?? ''),
    }))
    .filter(({ fit }) => fit.begins || fit.likeness >= MIN_SIMILARITY)
    .sort((a, b) => byFit(a.fit, b.fit) || profilesFirst(a.known, b.known));
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
  const ofName = name === '' ? 0 : trigramSimilarity(typed.nameTrigrams, trigrams(name));
  const stem = withoutLastLabel(domain);
  const ofStem = stem === '' ? 0 : trigramSimilarity(typed.stemTrigrams, trigrams(stem));
  return { begins: false, likeness: Math.max(ofName, ofStem) };
}
