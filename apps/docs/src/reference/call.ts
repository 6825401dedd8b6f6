/** What an example asks. */
export interface RequestExample {
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: unknown;
}

/** A call that samples show: `POST`, its path and what it sends. */
export interface Call {
  readonly method: string;
  readonly path: string;
  /** What the SDKs call it, such as `subscriptions.changePlan`; empty for v1, which they do not know. */
  readonly sdkName: string;
  readonly example: RequestExample;
}
