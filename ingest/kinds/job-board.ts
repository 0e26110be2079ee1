/**
 * `job-board`: `hiring-trends` jobPosting per open job. A job's id belongs to its board, so the same
 * job on the next snapshot is the same signal.
 */
import type { JobBoard } from '../../shared/types.generated.js';
import type { KindResult } from './kind.js';
import { companyReference, requireCompany, shownName, textOf } from './references.js';

export function readJobBoard(event: JobBoard): KindResult {
  const reference = companyReference(event.company, 'company');
  const board = event.board.trim().toLowerCase();
  const company = requireCompany({ ...reference, board: reference.board ?? board }, 'company');
  const name = shownName(company) || board;
  return {
    signals: event.jobs.map((job) => {
      const department = textOf(job.department);
      const location = textOf(job.location);
      const team = department ? ` for its ${department} team` : '';
      const title = job.title.replace(/\s+/g, ' ').trim();
      return {
        discriminator: String(job.id),
        scope: board,
        signalType: 'hiring-trends',
        signalSubtype: 'jobPosting',
        dates: [{ field: 'fetched_at', text: event.fetched_at }],
        association: 'company' as const,
        company,
        contact: null,
        data: {
          summary: `${name} is hiring a ${title}${team}${location ? ` in ${location}` : ''}.`,
          job_id: String(job.id),
          title,
          department,
          location,
          url: textOf(job.url),
          posted_at: textOf(job.posted_at),
        },
      };
    }),
  };
}
