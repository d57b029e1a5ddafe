/** Fragments are built node by node, so that the page needs no Trusted Types policy for markup. */
export default {
  compilerOptions: { fragments: 'tree', runes: true },
};
