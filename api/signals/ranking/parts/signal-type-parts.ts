/**
 * Reads sources that a question asks for, or excludes: "LinkedIn posts about hiring", "8-K filings",
 * "no posts". Pure.
 */
import type { SignalTypes } from '../../../../shared/domain/schemas/signal-types.js';
import { type AskedQuestion, wordsMatching } from '../words/asked-question.js';
import type { Exclusion } from '../words/exclusions.js';
import { OPINION_KEY } from '../words/opinion.js';
import { overlaps, type PlacedWord, positionsOf, spoken } from '../words/phrases.js';
import type { QuestionPart, SignalFacts } from '../words/question-part.js';

/** Matches people before verbs of posts: "people who ask for advice", "founders complaining". */
const PEOPLE_WHO_POST =
  /\b(?:people|persons?|someone|somebody|anyone|anybody|users?|customers?|clients?|buyers?|founders?|employees|managers|executives|leaders|engineers|developers)(?: who(?: are)?| that(?: are)?| are)?(?= (?:ask(?:s|ing)?|writ(?:e|es|ing)|talk(?:s|ing)?|shar(?:e|es|ing)|complain(?:s|ing)?|post(?:s|ing|ed)?|thank(?:s|ing)?|wonder(?:s|ing)?|recommend(?:s|ing)?|seek(?:ing)? (?:advice|feedback|help|recommendations)|unhappy|frustrated|angry|excited|proud|thinking (?:about|of)|looking for (?:advice|recommendations|feedback|help|a (?:new )?(?:job|role|position|vendor|supplier|tool)|work|tools)|(?:who )?lost (?:their|his|her|a) jobs?|open to work)\b)/gi;
/** Matches what only people say: "skeptical about AI", "what leaders think of remote work". */
const ASKS_FOR_OPINION =
  /\bwhat (?:do )?\S{1,20} (?:really )?(?:thinks?|says?|feels?|saying|posts?) (?=(?:about|on|of)\b)|\b(?:s[ck]eptical|opinions?|personal views?|thoughts|musings|hot takes?|rants?|ranting|complaints?|jokes?|unpopular opinions?) (?=(?:about|on|of|that)\b)|\bthought leadership (?=(?:about|on)\b)|(?<=\S )opinions?$/gi;
/** How well other posts answer a question for opinions. */
const NOT_OPINION = 0.6;

/** Matches people before a name that is the rest of the question: "people at Example Bank". */
const PEOPLE_AT =
  /^(?:[Pp]eople|[Ss]omeone|[Aa]nyone|[Cc]ontacts)(?= (?:at|from|(?:who work|working) (?:at|for)) \p{Lu}\S*(?: [\p{Lu}&]\S*){0,4}$)/gu;

/** Matches what somebody posts: "Jane Example posts", "what did Jane Example write". */
const WRITTEN_BY_SOMEBODY =
  /(?<=\p{Lu}[\p{L}'’.-]{1,40} \p{Lu}[\p{L}'’.-]{1,40}(?:['’]s)? )posts?$|(?<=\b[Ww]hat (?:are|did|do|does|has|have|is) (?:[\p{L}'’.-]{1,40} ){1,5})(?:post(?:s|ed|ing)?|writ(?:e|es|ing|ten))\b(?![ -](?:down|off|up))/gu;

/** Things that are counted: "10k customers" are not annual reports. */
const COUNTED =
  '(?:(?:active|additional|more|new|open|other|paying) )?(?:acres|cars|clients|companies|customers|dollars|downloads|employees|euros|firms|followers|homes|jobs|members|orders|patients|people|positions|pounds|roles|seats|shops|staff|stores|students|subscribers|tonnes|tons|units|users|vehicles|workers)';

/** Returns a pattern for "8-K", "8K" and "8Ks", but not for 8,000 of something. */
function formPattern(number: string): RegExp {
  const plain = String.raw`(?<![$€£]|(?:over|than|nearly|almost) )\b${number}ks?\b(?! ${COUNTED}\b)`;
  const behind = String.raw`(?: (?:reports?|filings?|forms?|disclosures?)\b(?! (?:an?|that|the)\b))?`;
  return new RegExp(String.raw`(?:\b${number}-ks?\b|${plain})${behind}`, 'gi');
}

/** Names of sources in questions, and the prefixes of their signal types. */
const SOURCES: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    // "Posts" of a company that are filled or cut are jobs, not posts in a network.
    /\b(?:linkedin|social media|network) (?:posts?|updates?)\b|\btweets? (?:about|from|on)\b|(?<=\b(?:artificial intelligence|chief \w{2,20} officer|customer|employee|hiring|influencer|investor|layoffs?|recruiter|thought leadership) )posts(?=$| (?:in|since|this|last)\b)|(?<!\bjob )\bposts?(?: (?:not )?(?:about|discussing|from|mentioning|of|on|referring to|regarding|saying|that say|where|by(?! \d))\b|(?= (?:asking|announcing|celebrating|complaining|inviting|looking|offering|praising|promoting|sharing|thanking|with)\b))|\bpost(?:ing|ed) (?:about|on)\b/gi,
    ['network-post'],
  ],
  [
    /\b(?:in|on|from) (?:(?:linkedin|network|social media) )?posts\b(?! (?:at|in) )|\bposts(?= only\b)|(?<=\bonly )posts\b/gi,
    ['network-post'],
  ],
  [
    /(?:\bposts? |(?<=\bposts? (?:about|on) (?:[\w-]{1,20} ){1,3}))(?:of|by|from) (?:employees|people|staff|workers|managers|executives|leaders|founders)\b/gi,
    ['network-post-contact'],
  ],
  [/\b(?:company|companies|corporate)(?:['’]s?)? posts?\b/gi, ['network-post-company']],
  [
    /(?<!\b(?:bankruptcy|patent|ipo|insolvency) )\b(?:sec |regulatory )?filings?\b/gi,
    ['sec-', '10k'],
  ],
  [PEOPLE_WHO_POST, ['network-post']],
  [ASKS_FOR_OPINION, ['network-post']],
  [formPattern('8'), ['sec-8k']],
  [formPattern('10'), ['sec-10k', '10k']],
  [
    /\b(?:(?:according to|as told in|in|from|per) )(?:(?:its|their|the|an|our|his|her|recent|last) ){0,2}annual reports?\b|\bannual reports? (?:about|mentioning|on)\b/gi,
    ['sec-10k', '10k'],
  ],
  [
    /(?<=\b(?:from|in) (?:the )?)(?:press|media)\b|\bfrom (?:the )?news\b|(?<=\bonly (?:in )?)news\b|\bnews(?= only\b)|\bpress coverage\b|\bnews (?:stories|articles)\b/gi,
    ['news'],
  ],
  // "Example Freight news". In "good news" no name comes before.
  [PEOPLE_AT, ['work-milestones', 'network-post-contact']],
  [WRITTEN_BY_SOMEBODY, ['network-post']],
  [/(?<=(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}'’.-]{0,40} )news$/gu, ['news']],
];

const HIRING = 'hiring';
/** Matches whole items that a question excludes, and the beginnings of the signal types meant. */
const EXCLUDED: readonly (readonly [item: RegExp, beginning: string])[] = [
  [
    /^(?:(?:company|employee|linkedin|network|social (?:media|network)) )?posts? $|^(?:social (?:media|networks?)|tweets?) $/,
    'network-post',
  ],
  [/^(?:the )?(?:media|news|press) (?:(?:articles?|coverage|reports?|stories) )?$/, 'news'],
  [
    /^(?:open )?(?:jobs?|job (?:ads?|adverts?|listings?|offers?|openings?|postings?|posts?)|openings|vacanc(?:y|ies)|hiring|recruiting|recruitment) $/,
    HIRING,
  ],
];
/** Matches verbs, which "not" negates in "growing, but not hiring". */
const VERB = /ing $/;
/** Matches a question for anything, or a name, after which they are excluded as well. */
const ANYTHING =
  /^(?:(?:[Aa]ll|[Aa]nything|[Ee]verything|[Nn]ews|[Ss]ignals|[Uu]pdates) .*|(?:\p{Lu}\S* )+)$/u;

/**
 * Matches "or" before a source, so that others are meant too: "had an incident, or whose people
 * post about it".
 */
const ONE_OF_SEVERAL = /\bor (?:[\w’']{1,20} ){0,3}$/i;

/** Creates the reader of sources. */
export function createSignalTypeReader({
  types: catalogue,
}: SignalTypes): (asked: AskedQuestion) => QuestionPart[] {
  const all = catalogue.map(({ type }) => type);
  const sources = SOURCES.map(([pattern, beginnings]) => ({
    pattern,
    types: all.filter((type) => beginnings.some((each) => type.startsWith(each))),
  }));
  const isMeant = (beginning: string, signal?: SignalFacts): boolean =>
    signal !== undefined &&
    (signal.signalType.startsWith(beginning) ||
      (beginning === HIRING && signal.subtypeKey === HIRING));
  return (asked) => {
    const excluded = asked.exclusions.all.flatMap((each) => {
      if (!each.isSure) return [];
      return each.items.flatMap((item): QuestionPart[] => {
        const said = spoken(item);
        const [, beginning] = EXCLUDED.find(([pattern]) => pattern.test(said)) ?? [];
        if (beginning === undefined || (VERB.test(said) && isVerb(each, asked))) return [];
        const match: QuestionPart['match'] = (_, __, signal) => ({
          likeness: isMeant(beginning, signal) ? 0 : 1,
        });
        return [{ ...PART, positions: positionsOf(item), match }];
      });
    });
    const named = sources.flatMap(({ pattern, types }) =>
      wordsMatching(asked, pattern).flatMap(({ start, words }): QuestionPart[] => {
        const positions = positionsOf(withOnly(words, asked.words));
        if (ONE_OF_SEVERAL.test(asked.text.slice(0, start))) return [];
        const isExcluded = overlaps(positions, asked.exclusions.positions);
        return [
          {
            ...PART,
            positions,
            ...(!isExcluded && { storeCondition: { types } }),
            match: (_, __, signal) => {
              const isOfType = types.includes(signal?.signalType ?? '');
              if (
                isExcluded ||
                pattern !== ASKS_FOR_OPINION ||
                signal?.subtypeKey === OPINION_KEY
              ) {
                return { likeness: isOfType === isExcluded ? 0 : 1 };
              }
              return { likeness: isOfType ? NOT_OPINION : 0 };
            },
          },
        ];
      }),
    );
    return [...named, ...excluded];
  };
}

const PART = {
  ...{ overridesWords: true, isCondition: true, leastShare: 0.35 },
  metBy: 'type',
} as const;

/** Adds "only" before or after the words of a source. */
function withOnly(said: readonly PlacedWord[], words: readonly PlacedWord[]): PlacedWord[] {
  const [first, last] = [said[0], said.at(-1)].map((word) => (word ? words.indexOf(word) : -1));
  const around = [words[(first ?? 0) - 1], words[(last ?? 0) + 1]];
  return [...said, ...around.flatMap((word) => (word?.text.toLowerCase() === 'only' ? word : []))];
}

/** True if what is excluded may be a verb: not in "anything but hiring". */
function isVerb({ by }: Exclusion, { text }: AskedQuestion): boolean {
  const isNot = by.at(-1)?.text.toLowerCase() === 'not';
  return isNot && !ANYTHING.test(text.slice(0, by[0]?.start));
}
