/**
 * A topic read through kafkajs. Only the handler commits; fetching a batch does not mark it as done; a
 * rebalance can move partitions between two writes. The consumer waits for an unavailable broker; any
 * other error that the client gives up on ends the run.
 */
import type { Consumer, EachBatchPayload, Kafka } from 'kafkajs';
import { withTimeout } from '../../domain/concurrency/with-timeout.js';
import type { TopicBatch, TopicConsumer } from '../../domain/ports/topic.js';
import { connectPatiently } from './client.js';
import { protocolErrorIn } from './protocol-errors.js';

interface ConsumerOptions {
  topic: string;
  groupId: string;
  /** A member that is silent this long has left the group. */
  sessionMs: number;
}

const HEARTBEATS_PER_SESSION = 5;
/** How long a revoked partition may take to come to an end. */
const REBALANCE_MS = 60_000;
const MAX_WAIT_MS = 500;
/** How long one that is stopped waits for the group to take it in, and to let it go. */
const JOIN_MS = 30_000;
const LEAVE_MS = 15_000;
/** Well above the largest message, which would stop the partition otherwise. */
const MAX_BYTES_PER_PARTITION = 4_194_304;
const MAX_BYTES = 16_777_216;

export function createKafkaConsumer(kafka: Kafka, options: ConsumerOptions): TopicConsumer {
  const consumer = kafka.consumer({
    groupId: options.groupId,
    sessionTimeout: options.sessionMs,
    heartbeatInterval: options.sessionMs / HEARTBEATS_PER_SESSION,
    rebalanceTimeout: REBALANCE_MS,
    maxWaitTimeInMs: MAX_WAIT_MS,
    maxBytesPerPartition: MAX_BYTES_PER_PARTITION,
    maxBytes: MAX_BYTES,
    retry: { retries: 5, restartOnFailure: async (error) => !stopping && isBrokerAway(error) },
  });
  let stopping = false;
  let handling: Promise<void> = Promise.resolve();
  let fault: unknown;
  let letGo: () => void = () => undefined;
  const stopped = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const joining = joiningOf(consumer);
  const leave = () => withTimeout(LEAVE_MS, consumer.disconnect()).catch(() => undefined);
  const membership = membershipOf(consumer);
  /** Until the client gives up or `stop` is called. */
  const beMember = async (handle: Parameters<TopicConsumer['run']>[0]): Promise<void> => {
    const failed = failureOf(consumer);
    try {
      await connectPatiently(
        () => consumer.connect(),
        () => stopping,
      );
      if (stopping) return;
      await consumer.subscribe({ topic: options.topic, fromBeginning: true });
      if (stopping) return;
      joining.begin();
      const started = consumer.run({
        autoCommit: false,
        eachBatchAutoResolve: false,
        partitionsConsumedConcurrently: 1,
        eachBatch: async (payload) => {
          if (stopping) return;
          membership.require();
          handling = handle(batchOf(consumer, payload, membership, () => stopping));
          await handling;
          membership.require();
        },
      });
      await Promise.race([started.then(() => failed), stopped]);
    } catch (error) {
      if (!stopping) throw error;
    } finally {
      await leave();
    }
  };
  return {
    async run(handle) {
      for (;;) {
        try {
          await beMember(handle);
          break;
        } catch (error) {
          if (stopping || !isCoordinatorAway(error)) throw error;
        }
      }
      if (fault) throw fault;
    },
    async stop() {
      stopping = true;
      // The client drops commits as soon as it is stopped.
      await handling.catch((error: unknown) => {
        if (!isBrokerAway(error)) fault = error;
      });
      // If it is stopped while it joins, the client forgets the membership, but the group still counts it.
      await withTimeout(JOIN_MS, joining.settled());
      letGo();
    },
  };
}

/** Whether the group still counts on this member, as its last heartbeat or commit was answered. */
interface Membership {
  isLost(): boolean;
  /** Throws what the broker said, upon which the client joins anew. */
  require(): void;
  /** Makes a call of a member: a heartbeat or a commit. */
  call(send: () => Promise<void>): Promise<void>;
}

const LOST = [
  'REBALANCE_IN_PROGRESS',
  'ILLEGAL_GENERATION',
  'UNKNOWN_MEMBER_ID',
  'NOT_COORDINATOR_FOR_GROUP',
];

function membershipOf(consumer: Consumer): Membership {
  let loss: unknown;
  consumer.on(consumer.events.GROUP_JOIN, () => {
    loss = undefined;
  });
  return {
    isLost: () => loss !== undefined,
    require() {
      if (loss) throw loss;
    },
    async call(send) {
      try {
        await send();
      } catch (error) {
        const said = protocolErrorIn(error);
        if (!said || !LOST.includes(said.type)) throw error;
        // The client wraps what a commit is answered, and would end instead of joining anew.
        loss = said.error;
        throw loss;
      }
    },
  };
}

/** When the member is in its group, or no longer tries to be. */
interface Joining {
  begin(): void;
  settled(): Promise<void>;
}

function joiningOf(consumer: Consumer): Joining {
  let joining: Promise<void> = Promise.resolve();
  let settle: () => void = () => undefined;
  const begin = (): void => {
    settle();
    joining = new Promise((resolve) => {
      settle = resolve;
    });
  };
  // The client counts as running a turn after this event.
  consumer.on(consumer.events.GROUP_JOIN, () => setImmediate(() => settle()));
  consumer.on(consumer.events.CRASH, ({ payload }) => (payload.restart ? begin() : settle()));
  return { begin, settled: () => joining };
}

/** What the handler throws comes this way too, and is never the broker's fault. */
function isBrokerAway(error: unknown): boolean {
  let root = error;
  while (root instanceof Error && root.cause instanceof Error) root = root.cause;
  return root instanceof Error && root.name.startsWith('KafkaJS');
}

/** While a broker stops, the client finds none for the group, and gives up although another will come. */
function isCoordinatorAway(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each.name === 'KafkaJSGroupCoordinatorNotFound') return true;
  }
  return false;
}

/** Rejects when the client gives up for good. */
function failureOf(consumer: Consumer): Promise<never> {
  const failed = new Promise<never>((_, reject) => {
    consumer.on(consumer.events.CRASH, ({ payload }) => {
      if (!payload.restart) reject(payload.error);
    });
  });
  // Awaited later; until then a crash must not count as unhandled.
  failed.catch(() => undefined);
  return failed;
}

function batchOf(
  consumer: Consumer,
  { batch, heartbeat, isRunning, isStale, resolveOffset }: EachBatchPayload,
  membership: Membership,
  isStopping: () => boolean,
): TopicBatch {
  const { topic, partition } = batch;
  return {
    topic,
    partition,
    highWatermark: BigInt(batch.highWatermark),
    messages: batch.messages.map(({ offset, key, value }) => ({
      offset: BigInt(offset),
      key,
      value,
    })),
    heartbeat: () => membership.call(heartbeat),
    mayContinue: () => isRunning() && !isStale() && !isStopping() && !membership.isLost(),
    async commit(nextOffset) {
      resolveOffset(String(nextOffset - 1n));
      await membership.call(() =>
        consumer.commitOffsets([{ topic, partition, offset: String(nextOffset) }]),
      );
    },
  };
}
