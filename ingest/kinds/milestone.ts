/** Reads `milestone` events: gives a `work-milestones` signal of a person. */
import { normaliseCompanyName } from '../../shared/domain/normalise/company-name.js';
import { foldCase, foldWords } from '../../shared/domain/normalise/fold-case.js';
import type { CompanyReference } from '../../shared/domain/ports/event-records.js';
import type { Milestone } from '../../shared/domain/schemas/types.generated.js';
import { Rejection } from '../outcomes/outcome.js';
import type { KindDraft, KindResult } from './kind.js';
import {
  companyReference,
  isNamed,
  nameIn,
  requireContact,
  sharesIdentifier,
  shownName,
  textOf,
} from './references.js';
import { sentence } from './words.js';

const SUBTYPE_WORDS: readonly (readonly [RegExp, string])[] = [
  [/annivers/i, 'workAnniversary'],
  [/promot/i, 'promotion'],
  [/change|switch|moved/i, 'jobChange'],
  [/new|start|join/i, 'newRole'],
];

export function readMilestone(event: Milestone): KindResult {
  const title = nameIn(event.title);
  const person = requireContact(event.person, 'person');
  const contact = { ...person, title: title ?? person.title };
  const company = companyReference(event.company);
  const before = companyReference(event.previous?.company);
  const previousTitle = nameIn(event.previous?.title);
  const facts: MilestoneFacts = {
    name: contact.name ?? contact.email ?? contact.networkUrl ?? '',
    title: contact.title,
    company: isNamed(company) ? shownName(company) : null,
    previousTitle,
    previousCompany: isNamed(before) ? shownName(before) : null,
    years: event.years && event.years > 0 ? event.years : null,
  };
  const subtype =
    SUBTYPE_WORDS.find(([pattern]) => pattern.test(event.subtype ?? ''))?.[1] ??
    deriveSubtype(facts, isNamed(before) && !isSameCompany(before, company)) ??
    newRoleUnlessOther(event.subtype);
  const dates = [{ field: 'occurred_on', text: event.occurred_on }];
  const position = { ...contact, employer: isNamed(company) ? company : null };
  return {
    signals: [
      {
        signalType: 'work-milestones',
        signalSubtype: subtype,
        dates,
        association: 'contact',
        company,
        contact,
        data: milestoneData(subtype, facts),
      },
    ],
    // Kept even without email and profile URL: it replaces what an earlier version said.
    evidence: { kind: 'contact', evidence: 'milestone', facts: position },
    evidenceDates: dates,
  };
}

/**
 * Says whether two references mean the same company: they share an identifier, or the name of one
 * is the domain of the other. If in doubt they differ, because an event that names the previous
 * company mostly means another one.
 */
function isSameCompany(a: CompanyReference, b: CompanyReference): boolean {
  return sharesIdentifier(a, b) || isNameOf(a, b) || isNameOf(b, a);
}

function isNameOf({ name }: CompanyReference, { domain }: CompanyReference): boolean {
  if (name === null || domain === null) return false;
  const label = domain.split('.')[0];
  return normaliseCompanyName(name).replaceAll(' ', '') === label?.replaceAll('-', '');
}

export function milestoneData(subtype: string, facts: MilestoneFacts): KindDraft['data'] {
  return {
    summary: sentence(stepText(subtype, facts)),
    title: facts.title,
    previous_title: facts.previousTitle,
    previous_company: facts.previousCompany,
    years: facts.years,
  };
}

interface MilestoneFacts {
  name: string;
  title: string | null;
  company: string | null;
  previousTitle: string | null;
  previousCompany: string | null;
  years: number | null;
}

function deriveSubtype(
  { previousTitle, title, years }: MilestoneFacts,
  hasMoved: boolean,
): string | undefined {
  if (hasMoved) return 'jobChange';
  if (previousTitle && !isSameTitle(previousTitle, title ?? '')) return 'promotion';
  return years ? 'workAnniversary' : undefined;
}

/** Says whether two titles differ at most in case, accents and signs: `VP Sales`, `VP, Sales`. */
export function isSameTitle(a: string, b: string): boolean {
  return (foldWords(a) || foldCase(a)) === (foldWords(b) || foldCase(b));
}

/** A milestone that says nothing else is a new role, but a "birthday" is none. */
function newRoleUnlessOther(stated: string | null | undefined): string {
  if (textOf(stated) === null) return 'newRole';
  const message =
    `subtype ${JSON.stringify(stated)} is not one of jobChange, promotion, workAnniversary and ` +
    'newRole; map it to one of them, or leave the event out';
  throw new Rejection('invalid_payload', 'subtype', message);
}

function stepText(subtype: string, facts: MilestoneFacts): string {
  const { name, company, previousCompany, previousTitle, years } = facts;
  const as = facts.title ? ` as ${facts.title}` : '';
  const at = company ? ` at ${company}` : '';
  if (subtype === 'jobChange') {
    const left = previousCompany ? `, coming from ${previousCompany}` : '';
    return company ? `${name} joined ${company}${as}${left}` : `${name} changed jobs${left}`;
  }
  if (subtype === 'promotion') {
    const was = previousTitle ? ` from ${previousTitle}` : '';
    return `${name} was promoted${was} to ${facts.title ?? 'a new position'}${at}`;
  }
  if (subtype === 'workAnniversary') {
    return `${name} celebrates ${years ?? 'several'} ${years === 1 ? 'year' : 'years'}${at}${as}`;
  }
  return `${name} started a new role${as}${at}`;
}
