/**
 * Reads `job-board` events: gives a `hiring-trends` signal with subtype `jobPosting` per open
 * job. A job's id belongs to its board, so the same job in the next snapshot is the same signal.
 * The board itself is stored too, so that successive snapshots can be compared.
 */
import { plainText } from '../../shared/domain/normalise/plain-text.js';
import type { BoardEvidence, BoardJob } from '../../shared/domain/ports/event-records.js';
import type { JobBoard } from '../../shared/domain/schemas/types.generated.js';
import { Rejection } from '../outcomes/outcome.js';
import type { DatedField, KindDraft, KindResult } from './kind.js';
import { labelIn, requireCompany, shownName, textOf } from './references.js';
import { sentence, withArticle } from './words.js';

export function readJobBoard(event: JobBoard): KindResult {
  const board = event.board.trim().toLowerCase();
  const named = { ...event.company, board: textOf(event.company.board) ?? board };
  const company = requireCompany(named, 'company');
  const listed = event.jobs.flatMap((job): BoardJob[] => {
    const title = labelIn(job.title, plainText);
    if (title === null) return [];
    return [
      {
        id: String(job.id),
        title,
        department: labelIn(job.department, plainText),
        location: labelIn(job.location, plainText),
        url: textOf(job.url),
        postedAt: textOf(job.posted_at),
      },
    ];
  });
  // A board that changes while its pages are read may list a job twice.
  const jobs = [...new Map(listed.map((job) => [job.id, job])).values()];
  const dates: DatedField[] = [{ field: 'fetched_at', text: event.fetched_at }];
  const { part, parts } = requireParts(event);
  return {
    signals: jobs.map((job) => jobPosting({ board, company }, job, dates)),
    evidence: {
      kind: 'board',
      board,
      part,
      parts,
      company,
      departments: countByDepartment(jobs),
      jobs,
    },
    evidenceDates: dates,
  };
}

/** Returns which part of how many it is. Throws `invalid_payload` if there is no such part. */
function requireParts(event: JobBoard): { part: number; parts: number } {
  const part = event.part ?? 1;
  const parts = event.parts ?? 1;
  if (part >= 1 && part <= parts) return { part, parts };
  const message = `part is ${part}, but must be at least 1 and at most parts (${parts})`;
  throw new Rejection('invalid_payload', 'part', message);
}

export function jobPosting(
  { board, company }: Pick<BoardEvidence, 'board' | 'company'>,
  job: BoardJob,
  dates: readonly DatedField[],
): KindDraft {
  const name = shownName(company) || board;
  const team = job.department ? ` for its ${teamText(job.department)}` : '';
  const where = job.location ? ` ${placeText(job.location)}` : '';
  return {
    discriminator: job.id,
    scope: board,
    signalType: 'hiring-trends',
    signalSubtype: 'jobPosting',
    dates,
    company,
    data: {
      summary: sentence(`${name} is hiring ${withArticle(job.title)}${team}${where}`),
      job_id: job.id,
      title: job.title,
      department: job.department,
      location: job.location,
      url: job.url,
      posted_at: job.postedAt,
    },
  };
}

function teamText(department: string): string {
  return /\b(?:team|department)$/i.test(department) ? department : `${department} team`;
}

function placeText(location: string): string {
  return /\bremote\b/i.test(location) ? `(${location})` : `in ${location}`;
}

function countByDepartment(jobs: readonly BoardJob[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { department } of jobs) {
    counts.set(department ?? '', (counts.get(department ?? '') ?? 0) + 1);
  }
  return Object.fromEntries(counts);
}
