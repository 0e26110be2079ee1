/**
 * Knows whether this process can read from Kafka, for `/health/ready` and the log. The log has one
 * line when reading fails, or fails for another reason, and one when it succeeds again.
 */
import type { HealthCheck } from '../../api/monitoring/health.js';
import { AppError, reasonOf } from '../../shared/domain/errors.js';
import type { Logger } from '../../shared/domain/ports/logger.js';

export interface KafkaHealth {
  check: HealthCheck;
  /** Takes the error with which reading failed, or `null` if it succeeded. */
  report(error: unknown): void;
}

/** `isNeeded`: true if the process is not ready without Kafka. */
export function createKafkaHealth(
  logger: Pick<Logger, 'info' | 'error'>,
  isNeeded: boolean,
): KafkaHealth {
  let reason: string | null = null;
  return {
    check: {
      name: 'kafka',
      ...(isNeeded ? {} : { optional: true }),
      async check() {
        if (reason !== null) throw new AppError('unavailable', reason);
      },
    },
    report(error) {
      const now = error === null ? null : reasonOf(error);
      if (now === reason) return;
      reason = now;
      if (error === null) logger.info({}, 'kafka_available');
      else logger.error({ err: error }, 'kafka_unavailable');
    },
  };
}
