/** Texts of posts, and passages of reports, by topic. */
import { withArticle, type wordsOf } from './stories.js';

type Words = ReturnType<typeof wordsOf>;

export const POSTS: Readonly<Record<string, ((w: Words) => string)[]>> = {
  aiInvestment: [
    (w) =>
      `We just signed off our biggest budget for artificial intelligence yet: ${w.aiUse}. Ask me what the graphics cards cost.`,
    (w) => `Six months of machine learning at ${w.name}: ${w.aiUse} went from slide to production.`,
  ],
  productLaunch: [
    (w) =>
      `It is here! Our new ${w.product} ships today. Two years, one coffee machine, countless prototypes.`,
    (w) => `Today ${w.customers} get the ${w.product} they have been asking us for.`,
  ],
  hiring: [
    (w) =>
      `My team in ${w.city} is growing. If you know somebody who cares about a good ${w.product}, send them over.`,
    (w) => `We have ${w.count} open positions at the ${w.site}. Come and build with us.`,
  ],
  partnership: [
    (w) =>
      `Proud to work with ${w.partner} from today. Together we will look after ${w.customers}.`,
    (w) => `Handshake done: ${w.name} and ${w.partner} are allies now.`,
  ],
  eventAttendance: [
    (w) => `Meet us at the trade fair next week, we bring the ${w.product} and biscuits.`,
    (w) => `I will speak about ${w.aiUse} at the conference in ${w.city}. Say hello!`,
  ],
  thoughtLeadership: [
    (w) =>
      `Three lessons from running ${withArticle(w.site)}: measure first, listen to the night shift, never skip maintenance.`,
    (w) =>
      `Unpopular opinion: ${w.customers} do not want a cheaper ${w.product}, they want one that never stops.`,
  ],
  milestone: [
    (w) =>
      `Unit number one million of our ${w.product} left the ${w.site} this morning. Thank you, everybody.`,
    (w) => `${w.count} customers. When we started in ${w.city} we hoped for ten.`,
  ],
  general: [
    (w) => `Behind the scenes at our ${w.site} in ${w.city}: yes, the cat has its own badge.`,
    () => 'Happy Friday from the whole team. What was your highlight this week?',
  ],
};

export const PASSAGES: Readonly<Record<string, ((w: Words) => string)[]>> = {
  aiInvestment: [
    (w) =>
      `${w.name} increased its spending on artificial intelligence by ${w.percent} percent, mostly for ${w.aiUse}.`,
    (w) =>
      `In its annual report ${w.name} plans $${w.amount} million of capital expenditure for ${w.aiUse}.`,
  ],
  cybersecurityRisk: [
    (w) =>
      `${w.name} warns that attackers could reach the systems of its ${w.site} and the data of ${w.customers}.`,
    (w) =>
      `The report of ${w.name} describes an attempted intrusion and higher spending on information security.`,
  ],
  supplyChainRisk: [
    (w) =>
      `${w.name} depends on one supplier for a part of its ${w.product}; shortages may delay deliveries.`,
    (w) => `Longer shipping times raised inventories at the ${w.site} of ${w.name}.`,
  ],
  climateRisk: [
    (w) => `${w.name} names floods near its ${w.site} in ${w.city} as a risk to production.`,
    (w) => `Carbon rules could raise the cost of the ${w.product}, ${w.name} writes.`,
  ],
  expansion: [
    (w) => `${w.name} plans a further ${w.site} to serve ${w.customers} in new countries.`,
    (w) =>
      `The annual report of ${w.name} announces capacity for ${w.percent} percent more of the ${w.product}.`,
  ],
};
