/**
 * Reads a topic through kafkajs. Only the handler commits: fetching a batch does not mark it as
 * done, and a rebalance can move partitions between two writes. The consumer waits for an
 * unavailable broker; any other error on which the client gives up ends the run.
 */
import kafkajs, { type Consumer, type EachBatchPayload, type Kafka } from 'kafkajs';
import { retry } from '../../domain/concurrency/retry.js';
import { withTimeout } from '../../domain/concurrency/with-timeout.js';
import type { TopicBatch, TopicConsumer } from '../../domain/ports/topic.js';
import type { KafkaConfig } from '../process/config.js';
import { trackAssignment } from './assignment.js';
import { connectWithRetries } from './client.js';
import { beginFetch } from './compression.js';
import { chainOf, isClientError, protocolErrorIn } from './explain-error.js';
import { reportState } from './report-state.js';

type HandleBatch = Parameters<TopicConsumer['run']>[0];
interface ConsumerOptions extends Pick<KafkaConfig, 'topic' | 'groupId' | 'sessionMs'> {
  /** Takes the error with which reading failed, or `null` if it succeeded. */
  report?: (error: unknown) => void;
}

const HEARTBEATS_PER_SESSION = 5;
/** Milliseconds that the work on a revoked partition may take to end. */
const REBALANCE_MS = 60_000;
const MAX_WAIT_MS = 500;
/** Milliseconds that a stopped consumer waits for the group to accept it, and to let it leave. */
const JOIN_MS = 30_000;
const LEAVE_MS = 15_000;
/** Waits before a group without a coordinator is joined again. */
const COORDINATOR_WAITS = { firstMs: 100, lastMs: 5_000 };
/** Well above the largest message, because a larger one would stop its partition. */
const MAX_BYTES_PER_PARTITION = 4_194_304;
const MAX_BYTES = 16_777_216;

export function createKafkaConsumer(kafka: Kafka, options: ConsumerOptions): TopicConsumer {
  let isStopping = false;
  const consumer = openConsumer(kafka, options, (error) => !isStopping && isClientError(error));
  let handling: Promise<void> = Promise.resolve();
  let fault: unknown;
  let markStopped: () => void = () => undefined;
  const stopped = new Promise<void>((resolve) => {
    markStopped = resolve;
  });
  consumer.on(consumer.events.FETCH_START, beginFetch);
  const joining = trackJoining(consumer);
  const leave = () => withTimeout(LEAVE_MS, consumer.disconnect()).catch(() => undefined);
  const membership = trackMembership(consumer);
  if (options.report) reportState(consumer, options.report);
  let onAssigned: () => Promise<void> = async () => undefined;
  const assignment = trackAssignment(kafka, consumer, options, () => onAssigned());
  /** Reads batches until the client gives up or `stop` is called. */
  const consume = async (handle: HandleBatch): Promise<void> => {
    const failure = watchFailure(consumer);
    try {
      await connectWithRetries(
        () => consumer.connect(),
        () => isStopping,
      );
      if (isStopping) return;
      await consumer.subscribe({ topic: options.topic, fromBeginning: true });
      if (isStopping) return;
      joining.begin();
      const started = consumer.run({
        autoCommit: false,
        eachBatchAutoResolve: false,
        partitionsConsumedConcurrently: 1,
        eachBatch: async (payload) => {
          if (isStopping) return;
          membership.assertMember();
          handling = handle(
            batchOf(consumer, payload, { membership, assignment }, () => isStopping),
          );
          await handling;
          membership.assertMember();
        },
      });
      await Promise.race([started.then(() => failure.failed), stopped]);
    } finally {
      failure.forget();
      await leave();
    }
  };
  return {
    async run(handle, tellAssigned) {
      if (tellAssigned) onAssigned = tellAssigned;
      try {
        await retry(() => consume(handle), {
          ...COORDINATOR_WAITS,
          isTransient: isCoordinatorMissing,
          mayContinue: () => !isStopping,
        });
      } catch (error) {
        if (!isStopping) throw error;
      } finally {
        await assignment.close();
      }
      if (fault) throw fault;
    },
    partitions: async () => (membership.isLost() ? [] : assignment.states()),
    async stop() {
      isStopping = true;
      // The client drops commits as soon as it is stopped, so the handler ends first.
      await handling.catch((error: unknown) => {
        if (!isClientError(error)) fault = error;
      });
      // If it is stopped while it joins, the client forgets the membership, but the group still
      // counts it.
      await withTimeout(JOIN_MS, joining.settled());
      markStopped();
    },
  };
}

function openConsumer(
  kafka: Kafka,
  { groupId, sessionMs }: ConsumerOptions,
  mayRestart: (error: Error) => boolean,
): Consumer {
  return kafka.consumer({
    groupId,
    sessionTimeout: sessionMs,
    heartbeatInterval: sessionMs / HEARTBEATS_PER_SESSION,
    rebalanceTimeout: REBALANCE_MS,
    maxWaitTimeInMs: MAX_WAIT_MS,
    maxBytesPerPartition: MAX_BYTES_PER_PARTITION,
    maxBytes: MAX_BYTES,
    retry: { retries: 5, restartOnFailure: async (error) => mayRestart(error) },
  });
}

/** The broker's answers that mean that this process is not a member of the group any more. */
const MEMBERSHIP_LOST = [
  'REBALANCE_IN_PROGRESS',
  'ILLEGAL_GENERATION',
  'UNKNOWN_MEMBER_ID',
  'NOT_COORDINATOR_FOR_GROUP',
];

/** Tracks the membership in the group, as the broker answered the last heartbeat or commit. */
function trackMembership(consumer: Consumer) {
  let loss: unknown;
  consumer.on(consumer.events.GROUP_JOIN, () => {
    loss = undefined;
  });
  return {
    isLost: () => loss !== undefined,
    /** Throws the broker's error if the membership is lost, so that the client joins again. */
    assertMember(): void {
      if (loss) throw loss;
    },
    /** Makes a call that only a member may make: a heartbeat or a commit. */
    async call(send: () => Promise<void>): Promise<void> {
      try {
        await send();
      } catch (error) {
        const protocolError = protocolErrorIn(error);
        if (!protocolError || !MEMBERSHIP_LOST.includes(protocolError.type)) throw error;
        // The client wraps the broker's answer to a commit, and would end instead of joining again.
        loss = protocolError.error;
        throw loss;
      }
    },
  };
}

/** Tracks joining. `settled` resolves when the member is in its group, or has given up. */
function trackJoining(consumer: Consumer) {
  let joining: Promise<void> = Promise.resolve();
  let settle: () => void = () => undefined;
  const begin = (): void => {
    settle();
    joining = new Promise((resolve) => {
      settle = resolve;
    });
  };
  // The client counts as running only one turn of the event loop after this event.
  consumer.on(consumer.events.GROUP_JOIN, () => setImmediate(() => settle()));
  consumer.on(consumer.events.CRASH, ({ payload }) => (payload.restart ? begin() : settle()));
  return { begin, settled: () => joining };
}

/**
 * True if the client found no coordinator of the group. It gives up while a broker stops, although
 * another coordinator will come. It says the same if the user may not read the group.
 */
function isCoordinatorMissing(error: unknown): boolean {
  return chainOf(error).some(({ name }) => name === 'KafkaJSGroupCoordinatorNotFound');
}

/** `failed` rejects when the client gives up permanently. */
function watchFailure(consumer: Consumer): { failed: Promise<never>; forget: () => void } {
  let forget: () => void = () => undefined;
  const failed = new Promise<never>((_, reject) => {
    forget = consumer.on(consumer.events.CRASH, ({ payload }) => {
      if (!payload.restart) reject(payload.error);
    });
  });
  // The promise is awaited later. Until then a crash must not count as an unhandled rejection.
  failed.catch(() => undefined);
  return { failed, forget };
}

interface GroupState {
  membership: ReturnType<typeof trackMembership>;
  assignment: ReturnType<typeof trackAssignment>;
}

/** Returns an error after which the client joins again, and reads from the oldest messages. */
function offsetsForgotten(): Error {
  const type = { type: 'REBALANCE_IN_PROGRESS', code: 27, retriable: true };
  return new kafkajs.KafkaJSProtocolError(Object.assign(new Error('no offset any more'), type));
}

function batchOf(
  consumer: Consumer,
  { batch, heartbeat, isRunning, isStale, resolveOffset }: EachBatchPayload,
  { membership, assignment }: GroupState,
  isStopping: () => boolean,
): TopicBatch {
  const { topic, partition } = batch;
  return {
    topic,
    partition,
    highWatermark: BigInt(batch.highWatermark),
    nextOffset: BigInt(batch.lastOffset()) + 1n,
    messages: batch.messages.map(({ offset, key, value }) => ({
      offset: BigInt(offset),
      key,
      value,
    })),
    heartbeat: () => membership.call(heartbeat),
    mayContinue: () => isRunning() && !isStale() && !isStopping() && !membership.isLost(),
    async commit(nextOffset) {
      resolveOffset(String(nextOffset - 1n));
      await membership.call(async () => {
        if (await assignment.isForgotten(partition)) throw offsetsForgotten();
        await consumer.commitOffsets([{ topic, partition, offset: String(nextOffset) }]);
        assignment.committed(partition);
      });
    },
  };
}
