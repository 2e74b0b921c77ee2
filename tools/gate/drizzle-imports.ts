import { registerHooks } from 'node:module';

/** Has each Node process that this one and its children start import this file first. */
export function importDrizzleQuickly(): void {
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import ${import.meta.url}`.trimStart();
}

/**
 * For every import between the files of a package, Node 24 copies the `exports` of its package.json. Drizzle's are 175 KB, and
 * its hundred imports took half a second, which is most of the start of a short process. All these files are modules.
 */
registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '' } = context;
    if (!parentURL.includes('/node_modules/drizzle-orm/') || !/^\.\.?\/.*\.js$/.test(specifier))
      return next(specifier, context);
    return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
  },
});
