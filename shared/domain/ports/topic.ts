/** A message of a Kafka topic. */
export interface TopicMessage {
  offset: bigint;
  key: Buffer | null;
  /** `null` for a tombstone. */
  value: Buffer | null;
}

export interface OutgoingMessage {
  key: string | Buffer | null;
  value: Buffer;
  headers?: Readonly<Record<string, string>>;
}

/** Messages of one partition, sorted by offset. */
export interface TopicBatch {
  topic: string;
  partition: number;
  messages: readonly TopicMessage[];
  /** Offset after the newest message of the partition. */
  highWatermark: bigint;
  /** Offset after the last fetched record. Records after the last message hold no event. */
  nextOffset: bigint;
  /** Marks everything before `nextOffset` as done. Call it when the effects are stored. */
  commit(nextOffset: bigint): Promise<void>;
  /** Keeps the group membership during long work. Does nothing if a heartbeat is not due yet. */
  heartbeat(): Promise<void>;
  /** Returns false if the partition is revoked or the consumer stops: commit, and start nothing. */
  mayContinue(): boolean;
}

/** Where a consumer group stands in a partition, as the broker knows it. */
export interface PartitionState {
  topic: string;
  partition: number;
  /** Offset of the oldest message that is not deleted yet. */
  first: bigint;
  /** Offset after the newest message. */
  end: bigint;
  /** `null` if the group has not committed an offset. */
  committed: bigint | null;
  /** Offset with which the group continues: `first` if there is no message at `committed`. */
  next: bigint;
}

/** Reads a topic as a member of a consumer group. Only `commit` moves offsets. */
export interface TopicConsumer {
  /**
   * Calls `handle` with one batch at a time, and resolves after `stop`, when the group is left.
   * Rejects if `handle` rejects, or with an error that waiting does not resolve; then the consumer
   * has ended. Calls `onAssigned` after each join, and reads from the partitions of this member when
   * that has resolved, or after some seconds.
   */
  run(
    handle: (batch: TopicBatch) => Promise<void>,
    onAssigned?: () => Promise<void>,
  ): Promise<void>;
  /**
   * Returns the partitions that this member has now; none if it is in no group. Rejects if the
   * broker does not answer.
   */
  partitions(): Promise<PartitionState[]>;
  /** Lets the running batch commit what it has stored. Then `run` ends. */
  stop(): Promise<void>;
}

/** Writes messages to topics. */
export interface TopicProducer {
  /**
   * Sends messages and resolves when every in-sync replica has them. Returns the messages that were
   * not sent because they are too big for the topic. If it is repeated, messages may be stored
   * twice.
   */
  send(topic: string, messages: readonly OutgoingMessage[]): Promise<OutgoingMessage[]>;
  close(): Promise<void>;
}
