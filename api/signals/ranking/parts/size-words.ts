/** Words that questions name sizes of companies with. Pure. */

/** Publishers count in ranges that end at 10, 50, 200, 500 and 1,000. */
const SMALL = [0, 200] as const;
const MEDIUM = [101, 1_000] as const;
/** As the European Union and the United States count them, with a slack for ranges. */
const SMALL_AND_MEDIUM = [0, 500] as const;
/** Of what publishers count as 501 to 1,000 none is large. */
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

/** How many employees they have. */
export const NAMED: ReadonlyMap<string, SizeRange> = new Map(
  NAMES.flatMap(([names, range]) => names.split(',').map((name) => [name, range] as const)),
);
/** Of several companies; one is smaller than another: "bought by a bigger firm". */
export const COMPARED: ReadonlyMap<string, SizeRange> = new Map<string, SizeRange>([
  ['smaller', SMALL],
  ['larger', LARGE],
  ['bigger', LARGE],
]);
/** Of the longest of them. */
export const NAME_WORDS = 6;

/** They say it alone. */
export const SIZED: ReadonlyMap<string, SizeRange> = new Map<string, SizeRange>([
  ['smes', SMALL_AND_MEDIUM],
  ['smbs', SMALL_AND_MEDIUM],
  ['multinationals', LARGE],
]);

/** Who may be of a size. */
export const COMPANIES =
  /^(?:agenc(?:y|ies)|airlines?|automakers?|banks?|biotechs?|brands?|brokers?|builders?|business(?:es)?|carmakers?|carriers?|chains?|charities|chipmakers?|compan(?:y|ies)|conglomerates?|consultanc(?:y|ies)|contractors?|corporations?|developers|distributors?|drugmakers?|employers?|enterprises?|fintechs?|firms?|giants?|groups|homebuilders?|hospitals|hotels|insurers?|institutions|lenders?|makers?|manufacturers?|multinationals?|neobanks?|nonprofits?|operators?|organi[sz]ations?|outfits?|producers?|providers?|publishers?|restaurants|retailers?|scaleups?|smbs?|smes?|startups?|studios?|suppliers?|telcos?|unicorns?|universities|ups|utilities|vendors?|wholesalers?)$/;
/** "Small business loans", "a big company party": it is not the company that is asked for. */
export const OF_COMPANY =
  /^(?:accounts?|clients?|contracts?|credit|customers?|event|insurance|lend(?:er|ers|ing)|loans?|orders?|owners?|party|software)$/;
/** Between a size and a company, beside places and industries. */
export const BETWEEN =
  /^(?:and|,|-|accounting|advertising|aerospace|ai|american|audit|based|construction|consulting|consumer|defen[cs]e|digital|domestic|engineering|established|family|food|foreign|fast|global|growing|held|independent|industrial|international|internet|investment|it|law|legal|listed|local|marketing|medical|mining|new|older|online|owned|private|privately|profitable|public|publicly|recruitment|regional|research|security|staffing|start|tech|technology|trading|transport|traded|travel|young)$/;
/** Most between both. */
export const MAX_BETWEEN = 5;
/** What is not large itself: "big data companies", "large-cap companies". */
export const COMPOUND = /^(?:- )?(?:box|caps?|data|language|molecule|ticket)(?= |$)/;

/** Those who are served, bought or lent to, and who tell nothing. */
export const SERVED =
  /(?:^| )(?:(?:loans?|lending|lends?|lenders?|credit|insurance|banking|financing|services?) (?:to|for)|help|helps|helping|serve|serves|serving|target|targets|targeting|aimed at|buy|buys|buying|bought|acquires?|acquired|acquiring|takes over|taking over|(?:acquired|backed|bought|hired|sued|swallowed|taken over) by|by(?= an? ))(?: (?:the|its|our|an?|up|other|several|two|three|many|some)){0,2} $/;

/** In front of a number of employees. */
export const BOUND =
  /(?:^| )(?<bound>no more than|not more than|no fewer than|no less than|not fewer than|not less than|more than|greater than|larger than|bigger than|less than|fewer than|smaller than|over|above|exceeding|upwards of|at least|under|below|up to|at most|about|around|roughly|approximately|nearly|almost|some|between|from) $/;
export const BOUND_WORDS = 3;
/** Behind it, or behind the people. */
export const BOUND_AFTER =
  /^(?<bound>\+|(?:- )?plus|or (?:more|fewer|less|above|over|under|below)|and (?:more|above|over|up)|and (?:below|under))(?= |$)/;
export const NEAR = /^(?:about|around|roughly|approximately|nearly|almost|some)$/;
export const UPPER = /less|fewer|under|below|smaller|up to|at most/;
/** The number itself is none of them. */
export const EXCLUSIVE = /than|over|above|exceeding|under|below/;
export const NEGATED = /^not? /;

/** Whose number it is; behind a company. */
export const JOINT =
  /(?:^| )(?<joint>with|of|having|sized?|employing|(?:that|which|who) (?:have|has|employs?)|(?<not>(?:that|which|who) (?:do|does)(?: not|n ['’] t) (?:have|employ))|(?:with|having) (?:an? )?(?:workforces?|head ?counts?|staff|teams?)(?: of)?|,|\() $/;
/** At the beginning of a question, where "companies that" is left out. */
export const BARE_JOINT =
  /^(?<joint>(?:(?:who|which|that) )?(?:employs?|has|have)|employing|having|with|(?<not>do(?: not|n ['’] t) have)) $|(?:^|[,(] )(?<counted>(?:company size|employee count|head ?count|number of employees)(?: of| is)?) $/;
export const JOINT_WORDS = 6;
/** They need no people behind the number. */
export const OF_PEOPLE = /workforce|head ?count|staff|team|employ|size/;
/** Behind a number of which nothing is said. */
export const NOTHING = /^(?:[^\p{L}\p{N}]|$|(?:and|at|but|for|from|in|or|that|which|who)$)/u;
/** Behind a number, whatever bound stands between. */
export const PEOPLE =
  /^(?:(?:full - time|part - time|permanent|total|people on staff) )?(?:employees|people|staff|staffers|workers|fte|ftes|headcount|heads|team members|employed)(?= |$)/;
/** "A 50-person startup", "10,000+ employee companies". */
export const PERSON =
  /^(?<people>(?:\+ )?(?:- )?(?:employee|person|worker|man|strong)|(?:\+|-) (?:people|staff))(?= |$)/;
/** What an event does to those people; "companies with 50 employees that laid off 20" do it to others. */
export const EVENT =
  /^(?:(?:(?:who|that) )?(?:(?:have|had|has|will|to|must|may|could) ){0,2}(?:were|was|are|is|be|been|being|get|got|getting) )?(?:laid off|let go|made redundant|fired|dismissed|sacked|affected|impacted|at risk|furloughed|on strike|striking|on leave|protesting|out of work|cut$|gone)(?= |$)|^(?:(?:who|that) )?(?:lose|lost|losing) their jobs(?= |$)/;
/** Without "with" before them. */
export const EVENT_VERB =
  /^(?:were|was|are(?! \p{L}{2,20}ing(?: |$))|have|had|lose|lost|face|faces|will|would|to|being|in total)(?= |$)/u;
