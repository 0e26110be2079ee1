/** Writes out places that questions name in short, such as "SF" and "Dallas, TX". Pure. */

/** Short names that are read only after "in" and the like, or before companies. */
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    DC: 'Washington DC',
    LA: 'Los Angeles',
    NY: 'New York',
    SF: 'San Francisco',
  }),
);

/** Areas that are read only after "in" and the like: ANZ is a bank as well. */
const AREAS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    AK: 'Alaska',
    AL: 'Alabama',
    ANZ: 'Australia and New Zealand',
    AZ: 'Arizona',
    CA: 'California',
    CO: 'Colorado',
    CT: 'Connecticut',
    FL: 'Florida',
    GA: 'Georgia',
    HI: 'Hawaii',
    IA: 'Iowa',
    IL: 'Illinois',
    KS: 'Kansas',
    KY: 'Kentucky',
    MA: 'Massachusetts',
    MI: 'Michigan',
    MN: 'Minnesota',
    MO: 'Missouri',
    MT: 'Montana',
    NC: 'North Carolina',
    ND: 'North Dakota',
    NE: 'Nebraska',
    NH: 'New Hampshire',
    NJ: 'New Jersey',
    NM: 'New Mexico',
    NRW: 'North Rhine-Westphalia',
    NV: 'Nevada',
    OH: 'Ohio',
    OK: 'Oklahoma',
    PA: 'Pennsylvania',
    RI: 'Rhode Island',
    SC: 'South Carolina',
    SD: 'South Dakota',
    TN: 'Tennessee',
    TX: 'Texas',
    UT: 'Utah',
    VA: 'Virginia',
    VT: 'Vermont',
    WA: 'Washington state',
    WI: 'Wisconsin',
    WV: 'West Virginia',
    WY: 'Wyoming',
  }),
);

/**
 * States that are read only after a city: "in AR" may be augmented reality. DE and IN are more often
 * Germany and India.
 */
const STATES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    AR: 'Arkansas',
    ID: 'Idaho',
    LA: 'Louisiana',
    MD: 'Maryland',
    ME: 'Maine',
    MS: 'Mississippi',
    NY: 'New York',
    OR: 'Oregon',
  }),
);

/** Initials with points, which are joined: "U.S." is read as "US". */
const INITIALS =
  /(?<![\p{L}\p{N}.])(?:u\. ?s\. ?a|u\. ?s|u\. ?k|e\. ?u|u\.a\.e|d\. ?c|l\.a|a\.i|n\. ?y)(?!\.?[\p{L}\p{N}])\.?/giu;
const SHORT = /(?<![\p{L}\p{N}&.-])\p{Lu}{2,3}(?![\p{L}\p{N}&]|-(?!based))/gu;
/** Matches "in" and the like. "Downgraded to SD" names no state. */
const WHERE =
  /(?:^|[\s(])(?:in|near|from|around|across|outside|(?:mov(?:e[sd]?|ing)|relocat(?:e[sd]?|ing)|expand(?:s|ed|ing)?) (?:\S{1,20} ){0,2}(?:in)?to) (?:the )?$/i;
const AFTER_CITY = /\p{Lu}[\p{Ll}’'-]{2,20}, ?$/u;
/** Matches cities behind which CA, IL, CO, AR, ID, MA and WA are other places than US states. */
const ABROAD =
  /(?:Toronto|Vancouver|Montr[eé]al|Ottawa|Calgary|Tel Aviv|Haifa|Bogot[aá]|Medell[ií]n|Buenos Aires|Jakarta|Casablanca|Perth), ?$/;
/** Matches a city or a company directly before a state: "Dallas TX". */
const BEFORE_STATE = /\p{Lu}\p{Ll}{2,20} $/u;
const CLEAR_STATES = new Set('AZ CA FL IL MA MI MN NC NJ NV OH TN TX UT VA WA WI'.split(' '));
/** Matches what may follow a place. "In CT scanners" names no state. */
const BEHIND_PLACE =
  /^(?:$|[,;?!.)]|\s(?:after|and|at|before|by|during|for|from|in|last|on|or|over|since|that|this|to|where|which|who|with)\b|\s?[&/]\s?(?:A[KLZ]|C[AOT]|DC|FL|GA|I[AL]|LA|M[AINO]|N[CJVY]|OH|SF|T[NX]|UT|V[AT]|W[AI])\b)/;
/** Matches the city that "DC" belongs to. */
const AFTER_WASHINGTON = /\bwashington,? ?$/i;
const BEFORE_COMPANIES =
  /^[ -](?:based|area|region|start-?ups?|companies|firms|tech|layoffs|jobs|offices?)(?![\p{L}\p{N}])/iu;

/** More than any of the patterns before a short name needs. */
const MOST_BEFORE = 80;

/** Writes out short names in capitals, unless the whole question is in capitals. */
export function writeOutPlaces(question: string): string {
  const text = question.replace(INITIALS, (said, at: number) =>
    /^ \p{Lu}\p{Ll}/u.test(question.slice(at + said.length)) && /(?:^| )\p{Ll}{3}/u.test(question)
      ? said
      : said.replaceAll(/[. ]/g, '').toUpperCase(),
  );
  if (text === text.toUpperCase()) return text;
  let end = -1;
  return text.replace(SHORT, (short, at: number) => {
    const before = text.slice(Math.max(0, at - MOST_BEFORE), at);
    const isListed = end >= 0 && /^(?:,? (?:and|or|to|&) | ?[,/] ?)$/.test(text.slice(end, at));
    const name = isListed
      ? (NAMES.get(short) ?? AREAS.get(short) ?? STATES.get(short))
      : nameOf(short, before, text.slice(at + short.length));
    if (!name || AFTER_WASHINGTON.test(before)) return short;
    end = at + short.length;
    return name;
  });
}

/** Returns the name that is meant between two texts, if any. */
function nameOf(short: string, before: string, after: string): string | undefined {
  if (ABROAD.test(before)) return;
  if (AFTER_CITY.test(before)) return AREAS.get(short) ?? STATES.get(short);
  if (BEFORE_STATE.test(before) && CLEAR_STATES.has(short)) return AREAS.get(short);
  if (WHERE.test(before) && BEHIND_PLACE.test(after)) return NAMES.get(short) ?? AREAS.get(short);
  return BEFORE_COMPANIES.test(after) ? NAMES.get(short) : undefined;
}
