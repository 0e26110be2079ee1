/** Invents the companies and people of the demo, obviously made up and on `.example` domains. */
import { Random } from './random.js';
import { SECTORS, type Sector } from './sectors.js';

interface Person {
  name: string;
  email: string;
  networkUrl: string;
  title: string;
}

export interface DemoCompany {
  name: string;
  domain: string;
  slug: string;
  cik: string | null;
  sector: Sector;
  city: string;
  country: string;
  employees: string;
  people: Person[];
}

const STEMS = `Quillbrook Zephyrine Marrowgate Pibble Tundrafox Lumenwick Oddfellow Brassica Corvane
Dapplewood Emberlyn Fennimore Gossamer Hobbledown Inkwell Junipera Kettleby Larkspur Mistral Nettlefold
Oakenshaw Pumpernickel Quokka Ravelstone Saltmarsh Thistledown Umbrella Vellichor Wobblestone Yonder
Zigzag Applecart Bumblewick Crinkle Doodlebug Eggcup Flapjack Gingernut Hullabaloo Icicle`.split(
  /\s+/,
);
const CITIES: readonly [string, string][] = [
  ['Springfall', 'United States'],
  ['Port Clement', 'United States'],
  ['Lake Harmony', 'United States'],
  ['Maplebridge', 'Canada'],
  ['Northwick', 'United Kingdom'],
  ['Little Mere', 'United Kingdom'],
  ['Neuwalden', 'Germany'],
  ['Obertal', 'Germany'],
  ['Valmont', 'France'],
  ['Nieuwpolder', 'Netherlands'],
  ['Fjordby', 'Norway'],
  ['Solvik', 'Sweden'],
  ['Monteluna', 'Italy'],
  ['Río Claro', 'Spain'],
  ['Kawabe', 'Japan'],
  ['Bluegum', 'Australia'],
];
const SIZES = [
  '11-50',
  '51-200',
  '201-500',
  '501-1000',
  '1001-5000',
  '5001-10000',
  '10,001+ employees',
];
const FIRST_NAMES = `Wanda Otto Pia Nils Greta Hugo Mina Rufus Tilda Boris Carla Dexter Elsie Fritz
Gwen Hector Iris Jasper Kiki Leo Maude Ned Olive Percy Quinta Rosa Stan Trudy Uma Victor`.split(
  /\s+/,
);
const LAST_NAMES =
  `Placeholder Exampleton Testwell Mockridge Samplesworth Demoray Fauxley Pretendham
Fictionby Standinger Madeupsson Loremipsen Dummyfield Notreal Imaginova`.split(/\s+/);
const LEADERS = [
  'Chief Executive Officer',
  'Chief Financial Officer',
  'Chief Technology Officer',
  'Chief Operating Officer',
  'Vice President of Sales',
  'Head of People',
];
const COMPANIES = 130;

export function inventCompanies(): DemoCompany[] {
  const random = new Random(20);
  const taken = new Set<string>();
  return Array.from({ length: COMPANIES }, (_, index) => {
    const sector = SECTORS[index % SECTORS.length];
    if (!sector) throw new Error('no sector');
    const name = freeName(random, sector, taken);
    const slug = name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
    const domain = `${slug.replaceAll('-', '')}.example`;
    const [city, country] = random.pick(CITIES);
    return {
      name,
      domain,
      slug,
      cik: index % 3 === 0 ? String(9_900_000 + index).padStart(10, '0') : null,
      sector,
      city,
      country,
      employees: random.pick(SIZES),
      people: inventPeople(random, domain, index),
    };
  });
}

function freeName(random: Random, sector: Sector, taken: Set<string>): string {
  for (;;) {
    const name = `${random.pick(STEMS)} ${random.pick(sector.endings)}`;
    if (taken.has(name)) continue;
    taken.add(name);
    return name;
  }
}

function inventPeople(random: Random, domain: string, company: number): Person[] {
  return random.some(LEADERS, 3).map((title, at) => {
    const first = FIRST_NAMES[(company * 3 + at * 7) % FIRST_NAMES.length] ?? 'Otto';
    const last = random.pick(LAST_NAMES);
    const local = `${first}.${last}`.toLowerCase();
    return {
      name: `${first} ${last}`,
      email: `${local}@${domain}`,
      networkUrl: `network.example/in/${local.replace('.', '-')}-${company}`,
      title,
    };
  });
}
