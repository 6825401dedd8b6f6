/** True of an error of the client, however it wraps it, because a topic is not there. */
export function isMissingTopic(error: unknown): boolean {
  const { type, cause } = error as { type?: unknown; cause?: unknown };
  return type === 'UNKNOWN_TOPIC_OR_PARTITION' || (cause !== undefined && isMissingTopic(cause));
}
