import { attributes, type Site } from './site';

/** Addresses of the installation that are no part of the site. */
const elsewhere = /^\/(v[12]\/openapi(-3\.0)?\.json|llms\.txt|dashboard(\/.*)?|dev\/mail)$/;
/** What the gateway has beside the site, and only that. */
const packages = [
  ...['pitanga-pay-sdk.tgz', 'pitanga-pay-cli.tgz', 'pitanga-pay.tar.gz', 'pitanga.postman_collection.json'],
  ...['asyncapi.yaml', 'asyncapi.public.yaml'],
];
const downloads = new Set(packages.map((name) => `/docs/packages/${name}`));

/** Links and images inside the site that lead nowhere, and anchors that are not there. */
export function deadLinks(site: Site): readonly string[] {
  const ids = new Map([...site.pages].map(([address, html]) => [address, new Set(attributes(html, 'id'))]));
  return [...site.pages].flatMap(([address, html]) =>
    [...new Set([...attributes(html, 'href'), ...attributes(html, 'src')])].flatMap((href) => {
      if (/^[a-z]+:/.test(href)) return [];
      const [path = '', anchor] = href.split('#');
      const target = path === '' ? address : path;
      if (elsewhere.test(target) || downloads.has(target)) return [];
      const page = ids.get(target.endsWith('/') ? target : `${target}/`);
      if (!page) return site.hasFile(target) ? [] : [`${address}: ${href} leads nowhere`];
      // Without the slash a page answers too, but a reader's address would have two forms.
      if (!target.endsWith('/')) return [`${address}: ${href} lacks the slash at its end`];
      if (anchor === undefined || anchor === '' || page.has(decodeURIComponent(anchor))) return [];
      return [`${address}: ${href} has no such heading`];
    }),
  );
}

/** Whatever a page would load from another host. */
export function externalRequests(site: Site): readonly string[] {
  const loads =
    /<(?:script|img|source|iframe|video|audio|link)\b[^>]*\s(?:src|href|srcset)="(?:https?:)?\/\/[^"]*"[^>]*>/g;
  return [...site.pages].flatMap(([address, html]) =>
    [...html.matchAll(loads)].map(([tag]) => `${address}: ${tag} is of another host`),
  );
}

/** What the policy of the gateway would not allow. */
export function refusedByPolicy(site: Site): readonly string[] {
  const inline = /<[a-z][^<>]*\s(style|on[a-z]+)="|<style\b/g;
  return [...site.pages].flatMap(([address, html]) =>
    [...html.replaceAll(/<script\b[^>]*>[^]*?<\/script>/g, '').matchAll(inline)].map(
      ([tag]) => `${address}: ${tag.slice(0, 80)} would be refused by the policy`,
    ),
  );
}
