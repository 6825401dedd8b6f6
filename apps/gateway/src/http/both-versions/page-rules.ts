/** Markdown that follows the description of every operation that creates a page. */
export const pageRules = [
  'One of `methods` that the store has no provider for, or none that it can take, is a 503 in production, ' +
    '`Provider for METHOD is not configured for this store`, and nothing is written.',
  'Once it is paid, the page takes the buyer to `completionUrl` after 3 seconds; it links there, or to `returnUrl` ' +
    'where there is none.',
  'After 5 declined cards within 10 minutes on one page (of a link or subscription checkout: from one address there) ' +
    'it takes no card for 1 minute, after each further decline twice as long, at most 30 minutes; so after 5 coupons ' +
    'that cannot be used, and after 10 declines of one card on the store’s pages. These pages take no cards while ' +
    '10 minutes hold 100 declines or more that are 80 % of all attempts.',
].join('\n\n');
