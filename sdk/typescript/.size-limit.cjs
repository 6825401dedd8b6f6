// What a program loads of the package, gzip: types are no part of it.
module.exports = ['index.js', 'index.cjs'].map((file) => ({
  name: file,
  path: `dist/${file}`,
  limit: '15 kB',
  gzip: true,
}));
