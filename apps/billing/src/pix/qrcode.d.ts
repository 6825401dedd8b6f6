/** The part of `qrcode` 1.5 that is used here: the matrix, not its slow pictures. The package ships no types. */
declare module 'qrcode' {
  export interface QrSegment {
    readonly data: Uint8Array;
    readonly mode: 'byte';
  }
  export interface QrMatrix {
    readonly size: number;
    /** Row by row, 1 for a dark module. */
    readonly data: Uint8Array;
  }
  export function create(
    segments: readonly QrSegment[],
    options: { errorCorrectionLevel: 'M'; maskPattern: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7; version?: number },
  ): { readonly modules: QrMatrix; readonly version: number };
}
