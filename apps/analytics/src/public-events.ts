// Tells every event again without personal data, on the public topics.
import { createMessaging, kafkaAccess, startPublicEvents } from '@pitanga/messaging';
import {
  createLifecycle,
  createLog,
  createMetrics,
  kafkaConfig,
  loadConfig,
  runService,
  serviceConfig,
  startOps,
  type Running,
} from '@pitanga/runtime';
import { Type, type Static } from 'typebox';

const name = 'public-events';
const { HOST, OPS_PORT, LOG_LEVEL } = serviceConfig;
const config = Type.Object({ HOST, OPS_PORT, LOG_LEVEL, ...kafkaConfig });

async function start(settings: Static<typeof config>): Promise<Running> {
  const { HOST: host, OPS_PORT: port, LOG_LEVEL: level } = settings;
  const log = createLog({ service: name, level });
  const lifecycle = createLifecycle(log);
  const metrics = createMetrics();
  const ops = await startOps({ host, port, log, registry: metrics, ready: lifecycle.isReady });
  lifecycle.defer('ops', () => ops.stop());
  const messaging = createMessaging({ ...kafkaAccess(settings), clientId: name, log, metrics });
  const events = await startPublicEvents({ messaging, log });
  lifecycle.defer('events', () => events.stop());
  lifecycle.started();
  return { opsPort: ops.port, stop: () => lifecycle.stop() };
}

void runService(name, () => start(loadConfig(config, process.env)));
