/** News stories by subtype: several headlines and bodies each, filled with a company's own words. */
import type { DemoCompany } from './cast.js';
import type { Random } from './random.js';

export interface Story {
  subtype: string;
  title: string;
  body: string;
}

interface Words {
  name: string;
  city: string;
  product: string;
  other: string;
  customers: string;
  site: string;
  aiUse: string;
  person: string;
  title: string;
  partner: string;
  amount: string;
  count: number;
  percent: number;
  quarter: string;
}

type Text = (w: Words) => string;

interface Texts {
  titles: Text[];
  bodies: Text[];
}

const QUARTERS = ['first', 'second', 'third', 'fourth'];

/** Headlines and bodies by subtype; within a subtype they are combined freely. */
const STORIES: Readonly<Record<string, Texts>> = {
  aiInvestment: {
    titles: [
      (w) => `${w.name} puts $${w.amount} million into ${w.aiUse}`,
      (w) => `${w.name} opens an artificial intelligence lab in ${w.city}`,
      (w) => `${w.name} bets on ${w.aiUse}`,
      (w) => `AI budget at ${w.name} grows by ${w.percent} percent`,
    ],
    bodies: [
      (w) =>
        `The money pays for servers, graphics processors and a team of ${w.count} researchers. ${w.person}, ${w.title}, expects the first results in the ${w.product} next year.`,
      (w) =>
        `The company wants ${w.aiUse} to serve ${w.customers}. It rents computing capacity from ${w.partner} until its own machines arrive.`,
    ],
  },
  layoff: {
    titles: [
      (w) => `${w.name} lays off ${w.count} people in ${w.city}`,
      (w) => `${w.name} cuts ${w.percent} percent of its workforce`,
      (w) => `Job cuts at ${w.name} hit the ${w.product} team`,
    ],
    bodies: [
      (w) =>
        `Orders from ${w.customers} fell for the ${w.quarter} quarter in a row. Those affected get severance pay and help in finding new work.`,
      (w) =>
        `${w.person}, ${w.title}, told staff that costs had grown faster than sales and apologised for the decision.`,
    ],
  },
  plantClosure: {
    titles: [
      (w) => `${w.name} to close its ${w.site} in ${w.city}`,
      (w) => `${w.name} shuts down an ageing ${w.site}`,
      (w) => `The end of the line: ${w.name} mothballs its ${w.site}`,
    ],
    bodies: [
      (w) =>
        `Production of the ${w.product} moves elsewhere by the end of the year. ${w.count} employees work at the site today.`,
      (w) =>
        `The ${w.site} had lost money since demand from ${w.customers} dried up. Talks with the works council begin this month.`,
    ],
  },
  productLaunch: {
    titles: [
      (w) => `${w.name} launches a new ${w.product}`,
      (w) => `${w.name} unveils the second generation of its ${w.product}`,
      (w) => `A ${w.product} for ${w.customers}: ${w.name} shows its latest`,
    ],
    bodies: [
      (w) =>
        `It is ${w.percent} percent lighter than its predecessor and reaches ${w.customers} this spring, says ${w.person}.`,
      (w) =>
        `Early testers praised how simple it is. Deliveries start from the ${w.site} in ${w.city}.`,
    ],
  },
  expansion: {
    titles: [
      (w) => `${w.name} opens ${withArticle(w.site)} in ${w.city}`,
      (w) => `${w.name} doubles capacity for its ${w.product}`,
      (w) => `${w.name} enters the market of ${w.customers} abroad`,
    ],
    bodies: [
      (w) =>
        `The new ${w.site} cost $${w.amount} million and brings ${w.count} jobs to the region.`,
      (w) =>
        `Growing demand for the ${w.product} made the step necessary, according to ${w.person}, ${w.title}.`,
    ],
  },
  partnership: {
    titles: [
      (w) => `${w.name} and ${w.partner} join forces`,
      (w) => `${w.name} teams up with ${w.partner} on ${withArticle(w.product)}`,
      (w) => `${w.partner} picks ${w.name} as a long-term ally`,
    ],
    bodies: [
      (w) =>
        `Both will sell to ${w.customers} together and share what they learn. No money changes hands.`,
      (w) => `The alliance combines the ${w.product} of one with the sales network of the other.`,
    ],
  },
  contractWin: {
    titles: [
      (w) => `${w.name} wins an order worth $${w.amount} million`,
      (w) => `${w.name} selected to supply ${w.customers}`,
      (w) => `Largest contract in its history for ${w.name}`,
    ],
    bodies: [
      (w) =>
        `Over five years the company delivers the ${w.product} and looks after it. Competitors had offered lower prices.`,
      (w) =>
        `The tender by ${w.customers} had run for two years. Production starts at the ${w.site} in ${w.city}.`,
    ],
  },
  executiveChange: {
    titles: [
      (w) => `${w.name} names ${w.person} as ${w.title}`,
      (w) => `${w.title} of ${w.name} steps down`,
      (w) => `Change at the top of ${w.name}`,
    ],
    bodies: [
      (w) =>
        `${w.person} comes from ${w.partner} and takes over next month. The board thanked the predecessor.`,
      (w) =>
        `The search for a successor has begun; until then ${w.person} leads the business with the ${w.product}.`,
    ],
  },
  financialResults: {
    titles: [
      (w) => `${w.name} reports revenue of $${w.amount} million for the ${w.quarter} quarter`,
      (w) => `Profit at ${w.name} rises ${w.percent} percent`,
      (w) => `${w.name} slips into the red in the ${w.quarter} quarter`,
    ],
    bodies: [
      (w) =>
        `The ${w.product} sold best, above all to ${w.customers}. The outlook for the year stays as it was.`,
      (w) =>
        `Higher costs at the ${w.site} weighed on the margin, ${w.person} said on a call with analysts.`,
    ],
  },
  dividend: {
    titles: [
      (w) => `${w.name} raises its dividend by ${w.percent} percent`,
      (w) => `${w.name} pays shareholders a special dividend`,
      (w) => `${w.name} suspends its dividend`,
    ],
    bodies: [
      (w) =>
        `The board decided so after the ${w.quarter} quarter. The record date is at the end of the month.`,
      (w) => `Cash from the sale of the ${w.product} business is ample, said ${w.person}.`,
    ],
  },
  shareRepurchase: {
    titles: [
      (w) => `${w.name} buys back shares for $${w.amount} million`,
      (w) => `${w.name} extends its share buyback`,
    ],
    bodies: [
      (w) => `The programme of ${w.name} runs for twelve months; shares bought are cancelled.`,
      (w) => `${w.person} called the stock cheap given the growth of the ${w.product}.`,
    ],
  },
  analystRating: {
    titles: [
      (w) => `Analysts upgrade ${w.name} to buy`,
      (w) => `Broker cuts its price target for ${w.name}`,
      (w) => `Bank starts coverage of ${w.name} with a hold rating`,
    ],
    bodies: [
      (w) => `The note points to the ${w.product} and to demand from ${w.customers}.`,
      (w) => `The valuation already reflects ${w.percent} percent growth, the analysts write.`,
    ],
  },
  legalAction: {
    titles: [
      (w) => `${w.partner} sues ${w.name} over ${withArticle(w.product)} patent`,
      (w) => `${w.name} settles with ${w.customers} for $${w.amount} million`,
      (w) => `Regulator opens an investigation of ${w.name}`,
    ],
    bodies: [
      (w) => `The complaint was filed in ${w.city}. ${w.name} calls it without merit.`,
      (w) =>
        `At issue is how the company advertised its ${w.product}. A hearing is set for the ${w.quarter} quarter.`,
    ],
  },
  newDebt: {
    titles: [
      (w) => `${w.name} borrows $${w.amount} million`,
      (w) => `${w.name} prices a bond to refinance older loans`,
    ],
    bodies: [
      (w) =>
        `The credit facility runs five years and pays for ${withArticle(w.site)} in ${w.city}.`,
      (w) => `Demand from investors was three times the offer, said ${w.person}.`,
    ],
  },
  creditRating: {
    titles: [
      (w) => `Rating agency lowers the debt of ${w.name} to junk`,
      (w) => `Outlook for the bonds of ${w.name} raised to positive`,
    ],
    bodies: [
      (w) => `The agency cites the balance sheet after the spending on the ${w.site}.`,
      (w) => `Steady cash from ${w.customers} was decisive.`,
    ],
  },
  general: {
    titles: [
      (w) => `${w.name} invites the neighbourhood into its ${w.site}`,
      (w) => `${w.name} publishes its first sustainability report`,
      (w) => `How ${w.name} got its name`,
    ],
    bodies: [
      (w) => `Hundreds came to see how the ${w.product} is made and stayed for cake.`,
      (w) =>
        `The report counts emissions of the ${w.site} in ${w.city} and sets a goal for each year.`,
    ],
  },
};

/** Texts about offices that companies open in another country. */
const OFFICES: Texts = {
  titles: [
    (w) => `${w.name} opens an office in ${w.city}`,
    (w) => `${w.name} opens its first office in ${w.city}`,
    (w) => `${w.name} moves into a new office in ${w.city}`,
    (w) => `A new office in ${w.city}, for ${w.name}`,
  ],
  bodies: [
    (w) =>
      `${w.count} people will sell the ${w.product} to ${w.customers} from there. ${w.person}, ${w.title}, cut the ribbon.`,
    (w) => `The lease runs for ten years. The team for ${w.customers} moves in this month.`,
  ],
};

export const STORY_SUBTYPES: readonly string[] = Object.keys(STORIES);

export function tellStory(
  random: Random,
  company: DemoCompany,
  partner: string,
  subtype: string,
): Story {
  const story = STORIES[subtype];
  if (!story) throw new Error(`no stories of ${subtype}`);
  return filled(random, story, subtype, wordsOf(random, company, partner));
}

/** Tells that a company opens an office in the city of another company, and in which country. */
export function tellOfOffice(random: Random, company: DemoCompany, other: DemoCompany): Story {
  const city = `${other.city}, ${other.country}`;
  return filled(random, OFFICES, 'expansion', { ...wordsOf(random, company, other.name), city });
}

function filled(random: Random, { titles, bodies }: Texts, subtype: string, words: Words): Story {
  return { subtype, title: random.pick(titles)(words), body: random.pick(bodies)(words) };
}

export function withArticle(noun: string): string {
  return `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;
}

export function wordsOf(random: Random, company: DemoCompany, partner: string): Words {
  const { sector } = company;
  const [product = '', other = ''] = random.some(sector.products, 2);
  const person = random.pick(company.people);
  return {
    name: company.name,
    city: company.city,
    product,
    other,
    customers: random.pick(sector.customers),
    site: random.pick(sector.sites),
    aiUse: random.pick(sector.aiUses),
    person: person.name,
    title: person.title,
    partner,
    amount: String(random.pick([4, 7, 12, 18, 25, 40, 60, 85, 120, 200, 350])),
    count: random.integer(3, 90) * 10,
    percent: random.integer(4, 45),
    quarter: random.pick(QUARTERS),
  };
}
