/** What a check has found. `not run` is never a pass: the report says what it needs. */
export type Outcome =
  | { readonly kind: 'passed'; readonly facts: string }
  | { readonly kind: 'failed'; readonly faults: readonly string[] }
  | { readonly kind: 'not run'; readonly needs: string };

export interface SecurityCheck {
  /** As `--only` takes it. */
  readonly name: string;
  readonly about: string;
  run(): Promise<Outcome>;
}

/** Failed with these faults, or passed where there are none. */
export function toOutcome(faults: readonly string[], facts: string): Outcome {
  return faults.length === 0 ? { kind: 'passed', facts } : { kind: 'failed', faults };
}
