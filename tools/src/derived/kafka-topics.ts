import { publicTopic, topicCatalogue, type TopicName } from '@pitanga/contracts';
import { deadLetterDays, deadLetterTopic } from '@pitanga/messaging';

const dayMs = 24 * 3_600_000;

const head = '# Generated from the catalogue of topics (npm run k8s:topics); Strimzi creates and keeps them.\n';

/** The text of the topics for Strimzi: what the topics program creates elsewhere, with three replicas. */
export function kafkaTopics(): string {
  const topics = (Object.keys(topicCatalogue) as TopicName[]).flatMap((name) => {
    const { partitions, retentionDays, isCompacted } = topicCatalogue[name];
    const kept = isCompacted
      ? { 'cleanup.policy': 'compact', 'min.compaction.lag.ms': retentionDays * dayMs }
      : { 'cleanup.policy': 'delete', 'retention.ms': retentionDays * dayMs, 'segment.ms': dayMs };
    const dead = { 'cleanup.policy': 'delete', 'retention.ms': deadLetterDays * dayMs, 'segment.ms': dayMs };
    return [
      kafkaTopic(name, partitions, kept),
      kafkaTopic(publicTopic(name), partitions, kept),
      kafkaTopic(deadLetterTopic(name), 1, dead),
    ];
  });
  return head + topics.join('---\n');
}

function kafkaTopic(name: string, partitions: number, config: Readonly<Record<string, string | number>>): string {
  const settings = Object.entries(config).map(([setting, value]) => `    ${setting}: ${value}\n`);
  return `apiVersion: kafka.strimzi.io/v1
kind: KafkaTopic
metadata:
  name: ${name}
  labels: { strimzi.io/cluster: kafka }
spec:
  partitions: ${partitions}
  replicas: 3
  config:
${settings.join('')}    min.insync.replicas: 2
`;
}
