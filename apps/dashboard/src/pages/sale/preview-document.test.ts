import { withNonce } from './preview-document';

describe('the document of a preview', () => {
  it('carries the nonce on each of its style sheets, and nowhere else', () => {
    expect(withNonce('<style>a</style><style>b</style><p>style</p>', 'n1')).toBe(
      '<style nonce="n1">a</style><style nonce="n1">b</style><p>style</p>',
    );
  });
});
