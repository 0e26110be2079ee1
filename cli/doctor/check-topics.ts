/** Checks the settings of Kafka topics: whether events fit, and stay until they are read. */
import { HOUR_MS } from '../../shared/domain/time.js';
import type { TopicDescription } from '../../shared/platform/kafka/describe-topics.js';
import { counted } from '../terminal/output.js';
import { type Finding, ok, problem, warning } from './checks.js';

/** Lowest limit of message sizes: an event has at most 1 MB, and a message has headers too. */
const LEAST_MESSAGE_BYTES = 1_048_576;
const LEAST_RETENTION_HOURS = 24;
/** Bytes of a partition below which `retention.bytes` hardly holds the events of some days. */
const LEAST_BYTES = 1_073_741_824;

/**
 * Returns what the settings of a topic mean for the service. `groupId`: the group that reads it;
 * `null` if none does.
 */
export function topicFindings(
  place: string,
  topic: TopicDescription,
  groupId: string | null,
): Finding[] {
  const { partitions, maxMessageBytes, cleanupPolicy, retentionMs, retentionBytes, unread } = topic;
  const text = `${topic.topic} at ${place}`;
  if (partitions === null) {
    const reason = 'the topic does not exist, or this user has no right on it';
    return [warning(`${text}: ${reason}. Ingest creates it if it may.`)];
  }
  const findings: Finding[] = [];
  if (maxMessageBytes !== null && maxMessageBytes < LEAST_MESSAGE_BYTES) {
    const remedy = `Set it to ${LEAST_MESSAGE_BYTES} or more: an event may have 1 MB.`;
    findings.push(problem(`${text}: max.message.bytes is ${maxMessageBytes}. ${remedy}`));
  }
  if (cleanupPolicy?.includes('compact')) {
    const loss = 'Kafka deletes events that have the key of a newer one, also unread ones';
    const remedy = `${loss}, and refuses events without a key. Set it to delete.`;
    findings.push(problem(`${text}: cleanup.policy is ${cleanupPolicy}. ${remedy}`));
  }
  const hours = (retentionMs ?? -1) / HOUR_MS;
  // Retention does not apply to a topic that is only compacted.
  if (cleanupPolicy !== 'compact' && hours >= 0 && hours < LEAST_RETENTION_HOURS) {
    const time = `${Number(hours.toPrecision(2))} h`;
    const remedy = `Kafka deletes events after ${time}, read or not. Set it to some days.`;
    findings.push(warning(`${text}: retention.ms is ${retentionMs}. ${remedy}`));
  }
  if (cleanupPolicy !== 'compact' && retentionBytes !== null && retentionBytes < LEAST_BYTES) {
    const loss = 'Kafka deletes what exceeds it in a partition, read or not';
    const remedy = `${loss}. Set it to -1, or to the events of some days.`;
    findings.push(warning(`${text}: retention.bytes is ${retentionBytes}. ${remedy}`));
  }
  if (groupId !== null && unread === null) {
    const remedy = `This user needs the right Read on it, unless Kafka is only starting`;
    findings.push(warning(`${text}: the group ${groupId} cannot be read. ${remedy}.`));
  }
  if (findings.length > 0) return findings;
  const behind = unread === null ? '' : `, messages not ingested yet: ${unread}`;
  const unseen = cleanupPolicy === null ? ', settings not seen (no right DescribeConfigs)' : '';
  return [ok(`${text}, ${counted(partitions, 'partition')}${behind}${unseen}`)];
}
