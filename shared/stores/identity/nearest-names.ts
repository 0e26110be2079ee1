/**
 * Finds company names that are nearly what somebody typed, for all texts in one statement. The
 * beginnings of a name and of a text must be equal after leaving out up to one letter of each; the
 * engine then compares the two.
 */
import type { NearName } from '../../domain/ports/identity-graph.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';
import { LONG_START, SHORT_START, spellingsOf } from './spellings.js';

/**
 * The number of rows of spellings read for all texts, in the order of their key. It is twice what
 * eight common words have among a million names.
 */
const MAX_ROWS = 100_000;
/** Companies per text and beginning whose signals are counted: those with the shortest names. */
const MAX_COUNTED = 20;
/** The number of candidates for all texts together: the nearest ones. */
const MAX_CANDIDATES = 1_000;
const MAX_NAMES = 20;
/** Texts of at least this many letters may have two errors. */
const LETTERS_OF_TWO_ERRORS = 9;

const WORD = "replaceAll(words, ' ', '')";
/**
 * Matches a text that doubles another letter than the name, for example "Matell" for "Mattel": both
 * have the same length, and the same letters if each doubled letter counts once.
 */
const DOUBLED_ELSEWHERE = `text != ${WORD} AND length(text) = length(${WORD})
    AND arrayCompact(ngrams(text, 1)) = arrayCompact(ngrams(${WORD}, 1))`;

/** Compares each name with the texts that share a spelling with it. */
const CANDIDATES = `SELECT text, words, errors, company_key FROM (
    SELECT DISTINCT text, name, company_key FROM (
      SELECT piece, name, company_key FROM company_spellings
      WHERE piece IN {pieces:Array(String)} AND name != ''
      ORDER BY piece, name, company_key LIMIT ${MAX_ROWS}) AS spelt
    INNER JOIN (
      SELECT arrayJoin(arrayZip({texts:Array(String)}, {spellings:Array(Array(String))})) AS pair,
        pair.1 AS text, arrayJoin(pair.2) AS piece) AS typed USING piece)
  ARRAY JOIN arrayDistinct(
    [substringIndex(name, ' ', 1), substringIndex(name, ' ', 2), name]) AS words
  WHERE startsWith(words, substringUTF8(text, 1, 1))
    AND (if(${DOUBLED_ELSEWHERE}, 1, damerauLevenshteinDistance(text, ${WORD})) AS errors)
      <= if(lengthUTF8(text) < ${LETTERS_OF_TWO_ERRORS}, 1, 2)
  ORDER BY errors, text, words, length(name), name, company_key
  LIMIT ${MAX_COUNTED} BY text, words LIMIT ${MAX_CANDIDATES}`;

export async function nearestNames(
  clickhouse: ClickHouse,
  typed: readonly string[],
): Promise<Map<string, NearName[]>> {
  const texts = [...new Set(typed)].filter((text) => text.length >= SHORT_START);
  const byText = new Map<string, NearName[]>();
  if (texts.length === 0) return byText;
  const spellings = texts.map(likelySpellings);
  const rows = await clickhouse.rows<NearName & { text: string }>(
    // The WITH clause finds the candidates once; the statement uses them twice.
    `WITH (SELECT groupArray((text, words, errors, company_key)) FROM (${CANDIDATES})) AS near
     SELECT text, words, errors, max(signals) AS signalCount
     FROM (
       SELECT arrayJoin(near) AS each, each.1 AS text, each.2 AS words, each.3 AS errors,
         each.4 AS company_key) AS candidates
     LEFT JOIN (
       SELECT company_key, count() AS signals FROM signals_by_company FINAL
       WHERE company_key IN (SELECT arrayJoin(near).4) GROUP BY company_key) AS counted
     USING company_key
     GROUP BY text, words, errors
     ORDER BY text, errors, signalCount DESC, words LIMIT ${MAX_NAMES} BY text`,
    { texts, spellings, pieces: [...new Set(spellings.flat())] },
  );
  for (const { text, ...name } of rows) byText.set(text, [...(byText.get(text) ?? []), name]);
  return byText;
}

/** Returns spellings with the same first letter as the text, which is hardly ever wrong. */
function likelySpellings(text: string): string[] {
  const all = [SHORT_START, LONG_START].flatMap((length) => spellingsOf(text, length));
  const [first = ''] = text;
  return [...new Set(all)].filter((each) => each.startsWith(first));
}
