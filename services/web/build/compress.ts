// A `.br` and a `.gz` beside every text file of the build: the gateway sends them where it may.

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXTS = /\.(?:html|js|css|svg|json|webmanifest|txt)$/;
const SMALLEST_BYTES = 1_000;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Compresses what was built, once everything is written. */
export function compress(): Plugin {
  let folder = 'dist';
  return {
    name: 'spielcenter-compress',
    apply: 'build',
    configResolved: (config) => {
      folder = config.build.outDir;
    },
    closeBundle: async () => {
      const names = await readdir(folder, { recursive: true });
      await Promise.all(names.filter((name) => TEXTS.test(name)).map((name) => both(folder, name)));
    },
  };
}

async function both(folder: string, name: string): Promise<void> {
  const path = join(folder, name);
  const content = await readFile(path);
  if (content.length < SMALLEST_BYTES) return;
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  await writeFile(`${path}.br`, await toBrotli(content, { params: quality }));
  await writeFile(`${path}.gz`, await toGzip(content, { level: constants.Z_BEST_COMPRESSION }));
}
