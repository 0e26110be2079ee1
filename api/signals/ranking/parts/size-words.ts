/** Defines the words for sizes of companies in questions. Pure. */

/** Numbers of employees. Publishers use ranges that end at 10, 50, 200, 500 and 1,000. */
const SMALL = [0, 200] as const;
const MEDIUM = [101, 1_000] as const;
/** As defined by the European Union and the United States, with some slack for ranges. */
const SMALL_AND_MEDIUM = [0, 500] as const;
/** A company in the range from 501 to 1,000 is not large. */
const LARGE = [1_001, Number.POSITIVE_INFINITY] as const;
const HUGE = [5_001, Number.POSITIVE_INFINITY] as const;

export type SizeRange = readonly [least: number, most: number];

const NAMES: readonly (readonly [string, SizeRange])[] = [
  ['tiny', [0, 50]],
  ['small', SMALL],
  [
    'mid,mid - sized,mid - size,mid - market,mid size,mid sized,mid market,middle - market,middle market,midsize,midsized,midmarket,medium - sized,medium sized,medium - size,medium',
    MEDIUM,
  ],
  [
    'small and medium,small and medium - sized,small and medium sized,small and mid - sized,small and mid - size,small to medium,small to medium - sized,small to mid - sized,small or medium - sized,small - and medium - sized',
    SMALL_AND_MEDIUM,
  ],
  ['large,big,multinational', LARGE],
  ['huge,massive,giant', HUGE],
];

/** Numbers of employees, keyed by the name of the size. */
export const NAMED: ReadonlyMap<string, SizeRange> = new Map(
  NAMES.flatMap(([names, range]) => names.split(',').map((name) => [name, range] as const)),
);
/** Words that are a size only before a plural, unlike in "bought by a bigger firm". */
export const COMPARED: ReadonlyMap<string, SizeRange> = new Map<string, SizeRange>([
  ['smaller', SMALL],
  ['larger', LARGE],
  ['bigger', LARGE],
]);
/** Number of words of the longest name. */
export const NAME_WORDS = 6;

/** Names of sizes that need no word for a company. */
export const SIZE_NOUNS: ReadonlyMap<string, SizeRange> = new Map<string, SizeRange>([
  ['smes', SMALL_AND_MEDIUM],
  ['smbs', SMALL_AND_MEDIUM],
  ['multinationals', LARGE],
]);

/** Matches words for companies that may be of a size. */
export const COMPANIES =
  /^(?:agenc(?:y|ies)|airlines?|automakers?|banks?|biotechs?|brands?|brokers?|builders?|business(?:es)?|carmakers?|carriers?|chains?|charities|chipmakers?|compan(?:y|ies)|conglomerates?|consultanc(?:y|ies)|contractors?|corporations?|developers|distributors?|drugmakers?|employers?|enterprises?|fintechs?|firms?|giants?|groups|homebuilders?|hospitals|hotels|insurers?|institutions|lenders?|makers?|manufacturers?|multinationals?|neobanks?|nonprofits?|operators?|organi[sz]ations?|outfits?|producers?|providers?|publishers?|restaurants|retailers?|scaleups?|smbs?|smes?|startups?|studios?|suppliers?|telcos?|unicorns?|universities|ups|utilities|vendors?|wholesalers?)$/;
/**
 * Matches a word after a company that is not asked for itself: "small business loans", "a big
 * company party".
 */
export const OF_COMPANY =
  /^(?:accounts?|clients?|contracts?|credit|customers?|event|insurance|lend(?:er|ers|ing)|loans?|orders?|owners?|party|software)$/;
/** Matches words between a size and a company. Places and industries may be there too. */
export const BETWEEN =
  /^(?:and|,|-|accounting|advertising|aerospace|ai|american|audit|based|construction|consulting|consumer|defen[cs]e|digital|domestic|engineering|established|family|food|foreign|fast|global|growing|held|independent|industrial|international|internet|investment|it|law|legal|listed|local|marketing|medical|mining|new|older|online|owned|private|privately|profitable|public|publicly|recruitment|regional|research|security|staffing|start|tech|technology|trading|transport|traded|travel|young)$/;
/** Most words between a size and a company. */
export const MAX_BETWEEN = 5;
/** Matches words after "big" that do not mean a size: "big data", "large-cap companies". */
export const COMPOUND = /^(?:- )?(?:box|caps?|data|language|molecule|ticket)(?= |$)/;

/** Matches words before companies that are served, bought or lent to and publish nothing. */
export const SERVED =
  /(?:^| )(?:(?:loans?|lending|lends?|lenders?|credit|insurance|banking|financing|services?) (?:to|for)|help|helps|helping|serve|serves|serving|target|targets|targeting|aimed at|buy|buys|buying|bought|acquires?|acquired|acquiring|takes over|taking over|(?:acquired|backed|bought|hired|sued|swallowed|taken over) by|by(?= an? ))(?: (?:the|its|our|an?|up|other|several|two|three|many|some)){0,2} $/;

/** Matches a bound before a number of employees. */
export const BOUND =
  /(?:^| )(?<bound>no more than|not more than|no fewer than|no less than|not fewer than|not less than|more than|greater than|larger than|bigger than|less than|fewer than|smaller than|over|above|exceeding|upwards of|at least|under|below|up to|at most|about|around|roughly|approximately|nearly|almost|some|between|from) $/;
export const BOUND_WORDS = 3;
/** Matches a bound after the number or after the people. */
export const BOUND_AFTER =
  /^(?<bound>\+|(?:- )?plus|or (?:more|fewer|less|above|over|under|below)|and (?:more|above|over|up)|and (?:below|under))(?= |$)/;
export const NEAR = /^(?:about|around|roughly|approximately|nearly|almost|some)$/;

/** Matches words after a company that connect a number to it. */
export const JOINT =
  /(?:^| )(?<joint>with|of|having|sized?|employing|(?:that|which|who) (?:have|has|employs?)|(?<not>(?:that|which|who) (?:do|does)(?: not|n ['’] t) (?:have|employ))|(?:with|having) (?:an? )?(?:workforces?|head ?counts?|staff|teams?)(?: of)?|,|\() $/;
/** Matches "with", "employing" and the like at the start of a question without "companies that". */
export const BARE_JOINT =
  /^(?<joint>(?:(?:who|which|that) )?(?:employs?|has|have)|employing|having|with|(?<not>do(?: not|n ['’] t) have)) $|(?:^|[,(] )(?<counted>(?:company size|employee count|head ?count|number of employees)(?: of| is)?) $/;
export const JOINT_WORDS = 6;
/** Matches connecting words that need no word for people after the number. */
export const OF_PEOPLE = /workforce|head ?count|staff|team|employ|size/;
/** Matches what follows a number if it does not say what is counted. */
export const NOTHING = /^(?:[^\p{L}\p{N}]|$|(?:and|at|but|for|from|in|or|that|which|who)$)/u;
/** Matches people after a number, with or without a bound between them. */
export const PEOPLE =
  /^(?:(?:full - time|part - time|permanent|total|people on staff) )?(?:employees|people|staff|staffers|workers|fte|ftes|headcount|heads|team members|employed)(?= |$)/;
/** Matches people in "a 50-person startup", "10,000+ employee companies". */
export const PERSON =
  /^(?<people>(?:\+ )?(?:- )?(?:employee|person|worker|man|strong)|(?:\+|-) (?:people|staff))(?= |$)/;
/**
 * Matches what happens to the counted people, so that their number is not a size. In "companies
 * with 50 employees that laid off 20" it happens to others.
 */
export const EVENT =
  /^(?:(?:(?:who|that) )?(?:(?:have|had|has|will|to|must|may|could) ){0,2}(?:were|was|are|is|be|been|being|get|got|getting) )?(?:laid off|let go|made redundant|fired|dismissed|sacked|affected|impacted|at risk|furloughed|on strike|striking|on leave|protesting|out of work|cut$|gone)(?= |$)|^(?:(?:who|that) )?(?:lose|lost|losing) their jobs(?= |$)/;
/** Matches verbs of an event after people without a word such as "with" before them. */
export const EVENT_VERB =
  /^(?:were|was|are(?! \p{L}{2,20}ing(?: |$))|have|had|lose|lost|face|faces|will|would|to|being|in total)(?= |$)/u;
