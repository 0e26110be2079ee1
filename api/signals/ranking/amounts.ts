/** Amounts in a text, in figures or in words: "$64.5 million", "16 percent", "a third", "two dozen people". Pure. */

export interface Amount {
  value: number;
  unit: Unit;
  start: number;
  /** Behind its scale, before the word of its unit. */
  end: number;
}

type Unit = 'money' | 'percent' | 'years' | 'people' | 'other';

const UNITS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const TEENS =
  'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ');
const VALUES: Readonly<Record<string, number>> = Object.fromEntries([
  ['a', 1],
  ['an', 1],
  ...UNITS.map((word, at) => [word, at + 1]),
  ...TEENS.map((word, at) => [word, at + 10]),
  ...TENS.map((word, at) => [word, 20 + 10 * at]),
]);
const FACTORS: Readonly<Record<string, number>> = {
  dozen: 12,
  decade: 10,
  decades: 10,
  hundred: 100,
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mn: 1e6,
  million: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
};
const PARTS: Readonly<Record<string, number>> = {
  half: 2,
  third: 3,
  quarter: 4,
  fifth: 5,
  tenth: 10,
};
const GAP = '[\\s-]{1,3}';
const ONES = UNITS.join('|');
const FIGURES = String.raw`\d{1,15}(?: ?, ?\d{3}(?!\d)){0,6}(?: ?\. ?\d{1,6})?(?!\d)`;
/** "One" alone is more often no amount; "half a million" is one. */
const WORDS = [
  `(?:${TENS.join('|')})(?:${GAP}(?:${ONES}))?`,
  TEENS.join('|'),
  UNITS.slice(1).join('|'),
  `(?:an?|one)(?=${GAP}(?:dozen|decade|hundred|thousand|million|billion)\\b)`,
  `half${GAP}an?(?=${GAP}(?:dozen|million|billion)\\b)`,
].join('|');
const SCALE = '(?:k|m|mn|bn?|thousand|million|billion)';
/** "A third", "one in ten": a share of 100, as a whole number. A quarter and a half may be times too. */
const WHOLE = String.raw`(?=\s(?:of|its|their|the|all|or)\b)(?!\s(?:of|the)\s(?:\d|year))`;
const SHARE = [
  `(?<tops>an?|${ONES})${GAP}(?<parts>(?:half|halves|third|fifth|tenth)s?|quarters?${WHOLE})`,
  `(?<half>half)${WHOLE}`,
  `(?<top>one|two|three)${GAP}in${GAP}(?:every${GAP})?(?<bottom>two|three|four|five|ten|twenty|\\d{1,3})`,
].join('|');
/** What no amount begins with is left at once. */
const START = String.raw`(?<![\p{L}\d])(?=[\d$€£]|an?\b|half|one|tw|th|te|f[io]|s[ie]|e[il]|ni)`;
const AMOUNT = new RegExp(
  `${START}(?:(?<share>${SHARE})|(?:(?<currency>[$€£]) {0,3})?` +
    `(?:(?<figures>${FIGURES})|(?<words>${WORDS}))` +
    `(?:${GAP}(?<group>dozen|decades?|hundred))?(?:[\\s-]{0,3}(?<scale>${SCALE}))?)(?=$|[^\\p{L}\\d])`,
  'giu',
);
/** Of the text behind a number, which tells its unit. */
const MAX_UNIT_CHARACTERS = 60;
const PEOPLE =
  /^\W{0,3}(?:\w{1,30} )?(?:employees|people|workers|staff|jobs|positions|roles|posts|openings)\b/i;

/** `between`: what may stand between an amount and its unit, such as "or more". */
export function amountsIn(text: string, between?: RegExp): Amount[] {
  return [...text.matchAll(AMOUNT)].map(({ 0: match, index, groups = {} }) => {
    const end = index + match.length;
    const behind = text.slice(end, end + MAX_UNIT_CHARACTERS);
    const after = between ? behind.replace(between, '') : behind;
    return { ...(groups.share ? shareOf(groups) : amountOf(groups, after)), start: index, end };
  });
}

type Groups = Readonly<Record<string, string | undefined>>;

function shareOf({ tops, parts, half, top, bottom = '' }: Groups): Pick<Amount, 'value' | 'unit'> {
  const part = (parts ?? half)?.toLowerCase().replace('halves', 'half').replace(/s$/, '');
  const whole = part ? PARTS[part] : (VALUES[bottom.toLowerCase()] ?? Number(bottom));
  const count = VALUES[(tops ?? top)?.toLowerCase() ?? ''] ?? 1;
  return { value: Math.floor((100 * count) / (whole ?? 1)), unit: 'percent' };
}

function amountOf(groups: Groups, after: string): Pick<Amount, 'value' | 'unit'> {
  const { currency, figures, words = '', group = '', scale = '' } = groups;
  const number = figures ? Number(figures.replaceAll(/[ ,]/g, '')) : wordsValue(words);
  const value = number * factorOf(group) * factorOf(scale);
  return { value, unit: unitOf(currency, group, scale, after) };
}

function wordsValue(words: string): number {
  const parts = words.toLowerCase().split(/[\s-]+/);
  if (parts[0] === 'half') return 0.5;
  return parts.reduce((sum, word) => sum + (VALUES[word] ?? 0), 0);
}

function factorOf(word: string): number {
  return FACTORS[word.toLowerCase()] ?? 1;
}

function unitOf(currency: string | undefined, group: string, scale: string, after: string): Unit {
  if (currency) return 'money';
  if (/^decade/i.test(group)) return 'years';
  if (/^\s{0,3}(?:%|percent|per cent)/i.test(after)) return 'percent';
  if (/^[\s-]{0,3}years?\b/i.test(after)) return 'years';
  if (PEOPLE.test(after)) return 'people';
  if (scale || /^\s{0,3}(?:dollars|euros|pounds|usd|eur|gbp)\b/i.test(after)) return 'money';
  return 'other';
}
