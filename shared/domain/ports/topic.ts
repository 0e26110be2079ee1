/** A message of a topic. */
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

/** Messages of one partition, in order. */
export interface TopicBatch {
  topic: string;
  partition: number;
  messages: readonly TopicMessage[];
  /** Offset after the partition's newest message. */
  highWatermark: bigint;
  /** Everything before `nextOffset` is done with; call it once the effects are stored. */
  commit(nextOffset: bigint): Promise<void>;
  /** Keeps the group membership during long work; does nothing if it is too early for a heartbeat. */
  heartbeat(): Promise<void>;
  /**
   * False once the partition is being revoked or the consumer stops: commit what is stored, start nothing
   * new.
   */
  mayContinue(): boolean;
}

/** Reads a topic as a member of a group. Offsets move by `commit` alone. */
export interface TopicConsumer {
  /**
   * One batch at a time. If `handle` rejects, or an error does not pass by waiting, the consumer ends and
   * this rejects. Resolves after `stop`, when the group is left.
   */
  run(handle: (batch: TopicBatch) => Promise<void>): Promise<void>;
  /** Lets the running batch commit what it has stored; `run` then ends. */
  stop(): Promise<void>;
}

export interface TopicProducer {
  /**
   * Resolves when every in-sync replica has all of them but those it returns, which are too big for
   * the topic; a repeat may store them twice.
   */
  send(topic: string, messages: readonly OutgoingMessage[]): Promise<OutgoingMessage[]>;
  close(): Promise<void>;
}
