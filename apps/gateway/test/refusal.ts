/** A request that is refused with one sentence, which names the property (docs/behaviour/http.md#validation-sentences). */
export type Refusal = readonly [path: string, body: object | undefined, error: string];
