/** An event as the webhooks service has it. */
export interface StreamedEvent {
  readonly id: string;
  readonly type: string;
  /** JSON on one line. */
  readonly body: string;
  /** In the order in which the events of an environment were committed. */
  readonly position: number;
}

/** The next events of a stream. */
export interface EventBatch {
  readonly events: readonly StreamedEvent[];
  /** Up to which all events have been read. */
  readonly position: number;
  /** False if there are more after these. */
  readonly isLast: boolean;
}

/** Where a stream resumes: after an event, or after a position; with neither at the newest event. */
export interface StreamStart {
  readonly afterId?: string | undefined;
  readonly afterPosition?: number | undefined;
}
