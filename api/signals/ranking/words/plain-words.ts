/**
 * Puts jargon and roundabout phrases of a question into the plain words that the tables know:
 * "nearshoring" becomes "offshoring of production". Synonyms say which words of a signal are alike;
 * the meaning of the question and the kind that it asks for come from its own words. Pure.
 */
import { loadSignalTypes } from '../../../../shared/domain/schemas/signal-types.js';

const CREDIT =
  '(?:credit|bond|debt|issuer) (?:ratings?|outlooks?|profiles?|scores?|quality)|creditworthiness|outlooks? (?:for|of|on) (?:the |its |their )?bonds?';
const WORK = 'jobs?|work|production|manufacturing|operations|assembly';
const ABROAD =
  'abroad|offshore|overseas|(?:to|in) (?:an)?other countr(?:y|ies)|to (?:a )?(?:cheaper|low[- ](?:cost|wage)|foreign) countr(?:y|ies)';
const RELOCATED =
  'going|gone|went|mov(?:es?|ed|ing)|(?:outsourc|relocat)(?:es?|ed|ing)|shift(?:s|ed|ing)?|send(?:s|ing)?|sent|shipp(?:ed|ing)|transfer(?:s|red|ring)?';
const HIRING = '(?:hiring|recruiting|recruitment)';
const SITE =
  'branch|campus|cent(?:er|re)|clinic|depot|facility|factory|grand|hospital|hotel|hub|lab|laboratory|mine|mill|office|outlet|plant|restaurant|shop|showroom|site|store|studio|supermarket|terminal|warehouse';

/** Companies that get their money in rounds. */
const STARTUPS = 'start-?ups|scale-?ups';
const EARNED = 'earn(?:ed|ing|s)?|made|makes?|making';
const SOLD = 'sold|sells?|selling';
/** What looks like a time: "more than a year ago". */
const THAN_BEFORE =
  '(?: money)? than (?:(?:a|the) (?:quarter|year) (?:ago|before|earlier)|last (?:quarter|year))';

/** What may follow a noun that is not part of a longer one. */
const ALONE = '(?=$|[,.?]| (?:at|by|from|in|last|since|this)\\b)';

/** Patterns, and plain words for what they match. */
const PLAIN_WORDS = (
  [
    [`(?<=\\b(?:${SITE}) )openings${ALONE}`, 'opening'],
    [
      `\\b(?:${RELOCATED}) (?:(?:its|their|the|more|some|of) ){0,2}(${WORK}|factories|plants) (?:${ABROAD})\\b`,
      'offshoring of $1',
    ],
    [
      `\\b(${WORK}|factories|plants) (?:(?:is|are|was|were|being|been|has|have|that) ){0,3}(?:${RELOCATED}) (?:${ABROAD})\\b`,
      'offshoring of $1',
    ],
    [`\\b(?:relocation|transfer) of (${WORK}) (?:${ABROAD})\\b`, 'offshoring of $1'],
    [`\\b(?:near-?shor(?:es?|ed|ing)\\b|offshoring${ALONE})`, 'offshoring of production'],
    [
      `\\b(?:(?:may|might|could|will) (?=(?:not )?be ))?(?:be )?(?:cannot|can ?not|can['’]t|could(?: not|n['’]t)|(?:did|do|does)(?: not|n['’]t)|(?:not (?:be )?|un)able to|inability to|(?:fail(?:s|ed|ing)?|struggl(?:es?|ed|ing)) to|(?:difficulty|problems|trouble|troubles)) (?:(?:re)?pay(?:ing)?|meet(?:ing)?|servic(?:e|ing))(?: back| off)? (?:(?:its|their|the|a|any|all) ){0,2}(?:creditors|debts?|lenders|loans?|obligations|bonds?|on time)\\b`,
      'in default on debt',
    ],
    [
      `\\b(?:better|brighter|higher|improv(?:ed|ing)|more positive|positive|rising|stronger) (?:${CREDIT})(?: changes?)?`,
      'credit rating raised',
    ],
    [
      `\\b(?:${CREDIT}) (?:(?:is|are|was|were|has|have|been|got|gets?|getting|going|goes|gone|went) ){0,2}(?:better|higher|improv(?:es?|ed|ing)|ris(?:es|ing)|rose|strengthen(?:s|ed|ing)|up)\\b`,
      'credit rating raised',
    ],
    [
      '\\b(?:better|improv(?:ed|ing)|stronger|strengthening) credit$|\\bcredit (?:(?:is|got|gets?|getting) )?(?:better|improv(?:es?|ed|ing)|strengthen(?:s|ed|ing))$',
      'credit rating raised',
    ],
    [
      '\\bbonds? (?:(?:that|who|has|have|with) ){0,2}(?:an? )?(?:(?:earn|gain|get|got|receiv)(?:s|ed|es|ing)? )?(?:an? )?(?:better|brighter|higher|improved|more positive|stronger) (?:outlooks?|ratings?)\\b(?: (?:by|from) (?:the )?(?:credit )?rating agenc(?:y|ies)\\b)?',
      'credit rating raised',
    ],
    [
      `\\b(?:bad|bearish|cautious|critical|gloomy|negative|pessimistic|s[ck]eptical|unfavou?rable) (?:analysts?|brokers?)(?:['’]s?)?(?: (?:calls?|comments?|coverage|notes?|opinions?|ratings?|reports?|research|views?))?\\b`,
      'analyst downgrades',
    ],
    [
      '\\b(?:analysts?|brokers?) (?:(?:are|is|have|has|became|become|becoming|got|turn(?:s|ed|ing)?|grow|growing|grew|who) ){0,3}(?:less (?:bullish|optimistic|positive)|more (?:bearish|negative|pessimistic|s[ck]eptical))\\b',
      'analyst downgrades',
    ],
    [
      '\\b(?:announc|book|disclos|post|record|report|show)(?:es?|s|ed|ing)? (?:an? |the |its |their )?((?:(?:annual|big|bigger|first|fourth|heavy|huge|large|larger|net|operating|quarter|quarterly|record|second|third) ){0,3})(?:loss|losses)\\b(?! of (?!\\p{Sc}|\\d))',
      'made a $1loss',
    ],
    [
      `\\b(?:(?:(?:begin|began|start)(?:s|ning|ed|ing)? (?:to )?)?(?:hir(?:e|es|ed|ing)|recruit(?:s|ed|ing|ment)?)(?: (?:people|staff|workers))? again|(?:(?:re-?start|resum)(?:es?|s|ed|ing)|back to|(?:restart|resumption) of) ${HIRING}|${HIRING} (?:(?:pick(?:s|ed|ing) up|re-?start(?:s|ed|ing)?)(?: again)?))\\b(?: after (?:an? |its |the )?(?:hiring )?(?:break|freeze|job cuts|layoffs|pause))?`,
      'resume hiring',
    ],
    [`\\b(?:cash[- ]rich|well[- ]funded) (${STARTUPS})\\b`, '$1 with large funding rounds'],
    [
      `\\b(${STARTUPS}) (?:(?:that|which) )?(?:are )?(?:well[- ]funded|flush with (?:cash|money))$`,
      '$1 with large funding rounds',
    ],
    // What the money is to buy says nothing of the company.
    [
      '\\b(?:have|has|got|having|with) (?:the )?(?:budget|cash|funds|money) to spend on(?: \\p{L}{1,20}){1,2}$',
      'raised money',
    ],
    ['\\b(up|down)-?round(s?)\\b', '$1 round$2'],
    ['\\brightsiz(?:es?|ed|ing)\\b', 'downsizing'],
    [`\\bcarve[- ]?outs?${ALONE}`, 'carve-out sale of a division'],
    [`(?<!\\b(?:academic|university) )\\bspin[- ]?offs?${ALONE}`, 'spin-off of a division'],
    ['\\b(?:sell-side|analysts?|brokers?) initiations?\\b(?! of)', 'initiations of coverage'],
    ['\\bnon-?reliance\\b(?! on)', 'non-reliance on earlier financial statements'],
    ['(?<=\\b(?:extend|lengthen)(?:s|ed|ing)? (?:its |their |the )?)runway\\b', 'cash runway'],
    ['\\b(?:gtm|go-to-market)\\b', 'sales and marketing'],
    ['\\boutplacement\\b', 'support for laid-off workers'],
    [
      `\\b(?:took|taken|takes?|taking) over (?=(?:(?:an?|another|other|some|their|its|smaller|foreign) ){1,3}(?:company|companies|firms?|business(?:es)?|competitors?|rivals?)\\b)`,
      'acquired ',
    ],
    [
      `\\b(?:(?:forced|ha[ds]|have|having|needs?|needed) to )?(?:correct|fix|redo|re-?issue|re-?publish|revis|rewrit|amend)(?:e|ed|es|s|ing)? (?:(?:its|their|the|old|past|earlier|previous|published|wrong) ){1,3}(?:accounts|books|figures|financials|financial (?:reports|results|statements)|results)\\b`,
      'restated earlier financial statements',
    ],
    [`\\b(?:${EARNED}) more${THAN_BEFORE}\\b`, 'profit growth'],
    [`\\b(?:${EARNED}) less${THAN_BEFORE}\\b`, 'profits fell'],
    [`\\b(?:${SOLD}) more${THAN_BEFORE}\\b`, 'sales growth'],
    [`\\b(?:${SOLD}) less${THAN_BEFORE}\\b`, 'sales fell'],
    ['\\binterim (?:bosses|heads|leaders)\\b', 'interim executives'],
    ['\\baccounting (?:irregularit(?:y|ies)|issues?|problems?|scandals?)\\b', 'accounting errors'],
  ] as const
).map(([pattern, plain]) => [new RegExp(pattern, 'giu'), plain] as const);

/** Matches the number of an item of a filing: "8-K item 5.02". */
const ITEM = /\bitems? (\d\.\d\d)\b/gi;

export function inPlainWords(question: string): string {
  return PLAIN_WORDS.reduce(
    (text, [pattern, plain]) => text.replace(pattern, plain),
    question.replace(ITEM, (said, item: string) => meaningOfItem(item) ?? said),
  );
}

let itemMeanings: ReadonlyMap<string, string> | undefined;

/** Returns what an item reports, from the catalogue's "Item 5.02: directors or officers left". */
function meaningOfItem(item: string): string | undefined {
  itemMeanings ??= new Map(
    loadSignalTypes().types.flatMap(({ subtypes }) =>
      subtypes.flatMap(({ items = [], description }) =>
        items.map((each) => [each, description.replace(/^Items? [^:]*: |\.$/g, '')] as const),
      ),
    ),
  );
  return itemMeanings.get(item);
}
