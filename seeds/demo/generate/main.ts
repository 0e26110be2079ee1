/**
 * Writes `seeds/demo/NN-<feed>.ndjson`: the same bytes every time. With `--check` it fails if the
 * committed files differ from what it would write. Dates are relative to the load, see the README.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../shared/domain/package-root.js';
import { inventCompanies } from './cast.js';
import {
  inventHiring,
  inventLayoffs,
  inventMilestones,
  inventNews,
  inventOffices,
  inventPassages,
  inventPosts,
} from './happenings.js';
import {
  type DemoEvent,
  describeCompanies,
  describePeople,
  inventFilings,
  inventMoney,
} from './records.js';

const companies = inventCompanies();
const files: Record<string, DemoEvent[]> = {
  '01-company-profiles': describeCompanies(companies),
  '02-contact-profiles': describePeople(companies),
  '03-filings': inventFilings(companies),
  '04-money': inventMoney(companies),
  '05-news': [...inventNews(companies), ...inventOffices(companies)],
  '06-layoffs': inventLayoffs(companies),
  '07-hiring': inventHiring(companies),
  '08-posts': inventPosts(companies),
  '09-milestones': inventMilestones(companies),
  '10-passages': inventPassages(companies),
};

const check = process.argv.includes('--check');
for (const [name, events] of Object.entries(files)) {
  const path = join(packageRoot(), 'seeds/demo', `${name}.ndjson`);
  const text = events.map((event) => `${JSON.stringify(event)}\n`).join('');
  if (!check) {
    writeFileSync(path, text);
  } else if (readFileSync(path, 'utf8') !== text) {
    process.stderr.write(`${path} is stale: run npx tsx seeds/demo/generate/main.ts\n`);
    process.exitCode = 1;
  }
}
