/**
 * Events of several kinds as an unreliable publisher sends them: repeats, newer and older versions,
 * and invalid records. None needs the model: those that become signals bring their vectors.
 */
import { createRandom, type Random } from './random.js';

export interface ChaosMessage {
  key: string;
  value: Buffer | null;
}

const COMPANIES = 1_500;
const DIMENSION = 384;
/** The model that the processes of tests load. */
const MODEL = 'small-model';
const FIRST_DAY = Date.UTC(2026, 0, 1);
const DAY_MS = 86_400_000;

type Kind = 'profile' | 'contact' | 'round' | 'filing' | 'signal';

interface Place {
  kind: Kind;
  number: number;
  version: number;
}

/** Returns `count` messages: 5 % are repeats or other versions, 1 % are invalid. */
export function chaosMessages(seed: number, count: number): ChaosMessage[] {
  const random = createRandom(seed);
  const sent: Place[] = [];
  return Array.from({ length: count }, (_, at) => {
    if (random.chance(0.01)) return poison(random, at);
    const before = sent[random.below(sent.length)];
    if (before && random.chance(0.05)) return again(random, before);
    const place = { kind: kindOf(random), number: at, version: 1 };
    sent.push(place);
    return messageOf(place, random);
  });
}

function kindOf(random: Random): Kind {
  return random.pick(['signal', 'signal', 'signal', 'profile', 'round', 'filing', 'contact']);
}

/** Repeats a message, sends newer content observed later, or sends an older version late. */
function again(random: Random, place: Place): ChaosMessage {
  const version = random.pick([place.version, place.version + 1, place.version + 1, 0]);
  if (version > place.version) place.version = version;
  return messageOf({ ...place, version }, random);
}

function messageOf(place: Place, random: Random): ChaosMessage {
  const { kind, number, version } = place;
  const { source, payload } = CONTENT[kind](number, version);
  const envelope = {
    source,
    event_id: `${kind}-${number}`,
    observed_at: new Date(FIRST_DAY + number + version * DAY_MS).toISOString(),
    payload,
    ...(kind === 'profile' || kind === 'contact' ? {} : { embedding: vectorFor(number) }),
  };
  // Keys are random, so that versions of one event reach different processes.
  return { key: `any-${random.below(1_000)}`, value: Buffer.from(JSON.stringify(envelope)) };
}

function vectorFor(number: number): { model: string; vector: number[] } {
  const vector = new Array<number>(DIMENSION).fill(0);
  vector[number % DIMENSION] = 1;
  return { model: MODEL, vector };
}

const domainOf = (number: number): string => `c${number % COMPANIES}.example`;

const CONTENT: Readonly<
  Record<
    Kind,
    (number: number, version: number) => { source: string; payload: object; key: string }
  >
> = {
  signal: (number, version) => ({
    source: 'signal',
    key: domainOf(number),
    payload: {
      signal_type: 'news',
      signal_subtype: version % 2 === 0 ? 'general' : 'partnership',
      detected_at: new Date(FIRST_DAY + number * 1_000).toISOString(),
      company: { name: `Named ${number % COMPANIES}`, domain: domainOf(number) },
      data: { summary: `Thing ${number} as told the ${version}. time` },
    },
  }),
  profile: (number, version) => ({
    source: 'company-profiles',
    key: domainOf(number),
    payload: {
      name: `Profiled ${number % COMPANIES} of ${number}/${version}`,
      domain: domainOf(number),
      employees: String(10 + version),
    },
  }),
  contact: (number, version) => ({
    source: 'contact-profiles',
    key: `person-${number}`,
    payload: {
      email: `p${number}@${domainOf(number)}`,
      name: `Person ${number} v${version}`,
      title: 'Engineer',
      company_domain: domainOf(number),
    },
  }),
  round: (number, version) => ({
    source: 'funding-rounds',
    key: `round-${number}`,
    payload: {
      company_name: `Unprofiled ${number}`,
      funding_round_type: 'series-a',
      funded_at: '2025-11-30',
      raised_amount_usd: String(1_000_000 + version),
    },
  }),
  // The newer version names another item, so that the older one's signal is withdrawn.
  filing: (number, version) => ({
    source: 'sec-filings',
    key: `filing-${number}`,
    payload: {
      cik: String(1_000_000 + number),
      name: `Filer ${number}`,
      tickers: [],
      accessionNumber: `filing-${number}`,
      acceptanceDateTime: '2026-01-05T10:00:00.000Z',
      form: '8-K',
      items: version % 2 === 0 ? '1.01' : '5.02',
    },
  }),
};

const POISON_KEY = 'poison';

export function isPoison({ key }: { key: string | null }): boolean {
  return key?.startsWith(POISON_KEY) ?? false;
}

function poison(random: Random, at: number): ChaosMessage {
  // A few records are huge; more would fill the topic.
  const code = random.chance(0.04) ? 'too_big' : random.pick(POISON_CODES);
  return { key: `${POISON_KEY} ${code} ${at}`, value: POISON[code](at) };
}

/** Returns the rejection code that a poison record's key announces. */
export function poisonCode(key: string): string {
  const name = key.split(' ')[1] ?? '';
  return name === 'null_value' || name === 'blank' ? 'malformed_json' : name;
}

const POISON = {
  malformed_json: (at: number) => Buffer.from(`{"source": "signal", "event_id": "${at}"`),
  invalid_envelope: (at: number) => Buffer.from(JSON.stringify({ source: 'signal', at })),
  invalid_payload: (at: number) =>
    Buffer.from(
      JSON.stringify({
        source: 'signal',
        event_id: `bad-${at}`,
        observed_at: '2026-01-01T00:00:00Z',
        payload: { signal_type: 7 },
      }),
    ),
  invalid_utf8: (at: number) =>
    Buffer.concat([Buffer.from([0xff, 0xfe, 0xc0]), Buffer.from(`${at}`)]),
  too_deep: (at: number) =>
    Buffer.from(`{"at":${at},"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`),
  null_value: () => null,
  blank: () => Buffer.from(' \t'),
  too_big: (at: number) => Buffer.from(JSON.stringify({ at, text: 'x'.repeat(2_000_000) })),
};
const POISON_CODES = [
  'malformed_json',
  'invalid_envelope',
  'invalid_payload',
  'invalid_utf8',
  'too_deep',
  'null_value',
  'blank',
] as const;
