/**
 * Suggests companies for what somebody has typed so far. A limited number of candidates comes from
 * the lookup tables; the name and domain that a company has today decide.
 */
import leven from 'leven';
import { isUnresolved } from '../../domain/identity/company-identifiers.js';
import {
  normaliseCompanyName,
  trigramSimilarity,
  trigrams,
} from '../../domain/normalise/company-name.js';
import { domainStart, withoutLastLabel } from '../../domain/normalise/identifiers.js';
import type { SuggestedCompany } from '../../domain/ports/identity-graph.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';
import { countByCompany } from '../signals/aggregate-signals.js';
import { trigramHashes } from './clickhouse-identity-store.js';
import { loadCompanies, normalisedNameOf, profilesFirst } from './load-companies.js';
import { LONG_START, SHORT_START, spellingsOf } from './spellings.js';
import type { TrigramSizes } from './trigram-sizes.js';

/** Names, and domains, that begin with the text and are read: the first in alphabetical order. */
const MAX_BEGINNINGS = 300;
const CANDIDATES = 60;
/** Candidates looked up in addition to those wanted, because some are former names. */
const SPARE = 4;
const MIN_SIMILARITY = 0.3;
/** Rows that a search for similar names reads, unless the rarest trigram alone has more. */
const MAX_ROWS = 6_000;
/** Rows of spellings that are read, and names and domains among them that are compared. */
const MAX_SPELLINGS = 10_000;
const MAX_MISSPELT = 100;
/** The share of the typed characters that must be correct for a match by the beginning. */
const MIN_CLOSENESS = 0.6;
/** The share of a long text taken as correct. Many typing errors come later in the text. */
const SURE_SHARE = 2 / 3;
/** Shorter texts are not searched for similar names: they resemble almost everything. */
const MIN_CHARACTERS = 3;
/** If this many companies begin like the text or are misspelt, similar names are not searched. */
const ENOUGH = 3;

/** The typed text in the forms in which names and domains are compared. */
interface Typed {
  text: string;
  name: string;
  /** Empty if no domain can begin with the text. */
  domain: string;
  /** The domain without its last label, if it has more than one. */
  stem: string;
  /** True if the text is no shorter than the long beginnings in `company_spellings`. */
  isLong: boolean;
  nameTrigrams: ReadonlySet<string>;
  stemTrigrams: ReadonlySet<string>;
}

interface NamedRow {
  company_key: string;
  name: string;
  domain: string;
}

interface Candidate {
  key: string;
  fit: number;
}

/** Returns at most `limit` companies, the best first. `sizes` is kept between calls. */
export async function suggestCompanies(
  clickhouse: ClickHouse,
  sizes: TrigramSizes,
  text: string,
  limit: number,
): Promise<SuggestedCompany[]> {
  const typed = readTyped(text);
  const best = (some: readonly Candidate[]) => lookUpBest(clickhouse, typed, some, limit);
  const { isLong, name } = typed;
  const candidates = isLong ? [] : await findBeginnings(clickhouse, typed);
  if (name.length < MIN_CHARACTERS || candidates.length >= limit) {
    const found = await best(candidates);
    if (name.length < MIN_CHARACTERS || found.length === limit) return found;
  }
  const misspelt = await findMisspelt(clickhouse, typed);
  candidates.push(...misspelt.candidates);
  if (isLong && misspelt.isCut) candidates.push(...(await findBeginnings(clickhouse, typed)));
  const found = await best(candidates);
  if (found.length >= Math.min(limit, ENOUGH)) return found;
  return best([...candidates, ...(await findSimilar(clickhouse, sizes, typed))]);
}

/**
 * Looks up candidates from the best on until `wanted` of them fit by what they are called today;
 * some are former names. Unresolved companies are left out: each may be the company of a profile
 * with the same name. Returns the best first.
 */
async function lookUpBest(
  clickhouse: ClickHouse,
  typed: Typed,
  candidates: readonly Candidate[],
  wanted: number,
): Promise<SuggestedCompany[]> {
  const sorted = candidates.toSorted((a, b) => b.fit - a.fit).map(({ key }) => key);
  const keys = [...new Set(sorted)].filter((key) => !isUnresolved(key)).slice(0, CANDIDATES);
  const size = wanted + SPARE;
  const suggestions: { company: SuggestedCompany; fit: number }[] = [];
  for (let at = 0; at < keys.length && suggestions.length < wanted; at += size) {
    const some = keys.slice(at, at + size);
    const [companies, counts] = await Promise.all([
      loadCompanies(clickhouse, some),
      countByCompany(clickhouse, some),
    ]);
    for (const known of companies.values()) {
      const fit = fitOf(typed, normalisedNameOf(known), known.company.domain ?? '');
      const company = { ...known, signalCount: counts.get(known.key) ?? 0 };
      if (fit >= MIN_SIMILARITY) suggestions.push({ company, fit });
    }
  }
  return suggestions
    .sort((a, b) => b.fit - a.fit || profilesFirst(a.company, b.company))
    .slice(0, wanted)
    .map(({ company }) => company);
}

function readTyped(text: string): Typed {
  const name = normaliseCompanyName(text);
  const domain = domainStart(text) ?? '';
  // A domain that is not complete has no last label yet.
  const stem = domain.includes('.') ? withoutLastLabel(domain) : domain;
  return {
    ...{ text, name, domain, stem },
    isLong: name.length >= LONG_START && (domain === '' || domain.length >= LONG_START),
    nameTrigrams: trigrams(name),
    stemTrigrams: stem === '' ? new Set() : trigrams(stem),
  };
}

async function findBeginnings(clickhouse: ClickHouse, typed: Typed): Promise<Candidate[]> {
  const { name, domain } = typed;
  const rows = await clickhouse.rows<NamedRow>(
    `SELECT * FROM (
       SELECT company_key, normalised_name AS name, '' AS domain FROM company_names
       WHERE startsWith(normalised_name, {name:String})
       ORDER BY normalised_name, company_key LIMIT 1 BY normalised_name, company_key
       LIMIT ${MAX_BEGINNINGS})
     UNION ALL SELECT * FROM (
       SELECT domain AS company_key, '' AS name, domain FROM company_domains
       WHERE {domain:String} != '' AND startsWith(domain, {domain:String})
       ORDER BY domain LIMIT 1 BY domain LIMIT ${MAX_BEGINNINGS})`,
    { name, domain },
  );
  return candidatesOf(typed, rows);
}

/** Returns as much of the name and the domain as is taken to be typed correctly. */
function sureStart({ name, domain, stem }: Typed): Pick<Typed, 'name' | 'domain'> {
  const start = (text: string) => text.slice(0, Math.ceil(SURE_SHARE * text.length));
  // The part before a label is complete.
  return { name: start(name), domain: domain.includes('.') ? stem : start(stem) };
}

/**
 * Finds names and domains with at most one error in their beginning: first those that begin with
 * the whole text, then with its sure start, then with the most similar beginnings, the shortest
 * names first. `isCut` is true if some matching rows were not read.
 */
async function findMisspelt(
  clickhouse: ClickHouse,
  typed: Typed,
): Promise<{ candidates: Candidate[]; isCut: boolean }> {
  const pieces = piecesOf(typed);
  if (pieces.length === 0) return { candidates: [], isCut: false };
  const beginsWith = (start: string) => `if(name = '',
      {${start}Domain:String} != '' AND startsWith(company_key, {${start}Domain:String}),
      startsWith(name, {${start}Name:String})) DESC`;
  const sure = sureStart(typed);
  const rows = await clickhouse.rows<NamedRow & { read: number }>(
    `SELECT company_key, name, if(name = '', company_key, '') AS domain, sum(count()) OVER () AS read
     FROM (
       SELECT piece, name, company_key FROM company_spellings
       WHERE piece IN {pieces:Array(String)} LIMIT ${MAX_SPELLINGS})
     GROUP BY name, company_key
     ORDER BY ${beginsWith('whole')}, ${beginsWith('sure')}, uniqExact(piece) DESC,
       length(name) + length(domain), name, company_key
     LIMIT ${MAX_MISSPELT}`,
    {
      ...{ pieces, wholeName: typed.name, wholeDomain: typed.domain },
      ...{ sureName: sure.name, sureDomain: sure.domain },
    },
  );
  return {
    candidates: candidatesOf(typed, rows),
    isCut: (rows[0]?.read ?? 0) >= MAX_SPELLINGS,
  };
}

/**
 * Returns the beginnings to look up in `company_spellings`, whole and without each of their
 * characters. A domain is looked up as a complete and as an unfinished one. Beginnings of fewer
 * than four characters match too much; only a long text uses them, because nothing else finds what
 * begins with it.
 */
function piecesOf({ name, domain, stem, isLong }: Typed): string[] {
  const pieces = [name, stem, domain].flatMap((text) => {
    const joined = text.replace(/[ .-]/g, '');
    const length = [...joined].length;
    if (length < SHORT_START - 1) return isLong ? [joined] : [];
    return spellingsOf(joined, length < LONG_START ? SHORT_START : LONG_START);
  });
  return [...new Set(pieces)].filter((piece) => piece !== '');
}

function candidatesOf(typed: Typed, rows: readonly NamedRow[]): Candidate[] {
  return rows
    .map((row) => ({ key: row.company_key, fit: fitOf(typed, row.name, row.domain) }))
    .filter(({ fit }) => fit >= MIN_SIMILARITY);
}

async function findSimilar(
  clickhouse: ClickHouse,
  sizes: TrigramSizes,
  typed: Typed,
): Promise<Candidate[]> {
  const typedCount = typed.nameTrigrams.size;
  const rows = await clickhouse.rows<NamedRow>(
    `SELECT company_key, any(normalised_name) AS name, '' AS domain
     FROM company_trigrams
     WHERE trigram IN {rarest:Array(UInt32)}
       AND trigram_count >= {fewest:UInt32}
     GROUP BY name_hash, company_key
     ORDER BY uniqExact(trigram) DESC, abs(toInt32(any(trigram_count)) - {typedCount:Int32}), company_key
     LIMIT ${CANDIDATES}`,
    {
      rarest: await sizes.rarest(trigramHashes(typed.text), MAX_ROWS),
      typedCount,
      fewest: Math.ceil(typedCount * MIN_SIMILARITY),
    },
  );
  return candidatesOf(typed, rows);
}

/**
 * Returns how well a name and a domain fit; each is empty if there is none. Those that begin with
 * the text have more than 1, the shortest most. Others have their similarity to it, at most 1.
 */
function fitOf(typed: Typed, name: string, domain: string): number {
  const shares = [
    ...(name.startsWith(typed.name) ? [typed.name.length / name.length] : []),
    ...(typed.domain !== '' && domain.startsWith(typed.domain)
      ? [Math.min(1, typed.domain.length / withoutLastLabel(domain).length)]
      : []),
  ];
  if (shares.length > 0) return 1 + Math.max(...shares);
  const stem = withoutLastLabel(domain);
  return Math.max(
    trigramSimilarity(typed.nameTrigrams, trigrams(name)),
    likenessToBeginning(typed.name, name),
    likenessToWord(typed.name, name),
    trigramSimilarity(typed.stemTrigrams, trigrams(stem)),
    likenessToBeginning(typed.stem, stem),
  );
}

/** Returns the likeness to a name of which a later word begins with the text. 0 for others. */
function likenessToWord(text: string, name: string): number {
  return text !== '' && name.includes(` ${text}`) ? likenessOf(text, name) : 0;
}

/** Returns the likeness of a text that is a correct part of a name. */
function likenessOf(text: string, name: string): number {
  return 0.5 + Math.min(1, text.length / name.length) / 2;
}

/** Compares the text with as much of the name, give or take a character. 0 if too low. */
function likenessToBeginning(text: string, name: string): number {
  if (text === '' || name === '') return 0;
  const lengths = [text.length - 1, text.length, text.length + 1];
  const maxDistance = Math.ceil((1 - MIN_CLOSENESS) * text.length) + 1;
  const errors = Math.min(
    ...lengths.map((length) => leven(text, name.slice(0, length), { maxDistance })),
  );
  const closeness = 1 - errors / text.length;
  return closeness < MIN_CLOSENESS ? 0 : closeness * likenessOf(text, name);
}
