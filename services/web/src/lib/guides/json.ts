// Values of unknown JSON as what they must be; everything here throws GuideError for something else.

import { GuideError } from './tree';

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

export function parse(source: string): Json {
  try {
    return JSON.parse(source) as Json;
  } catch (error) {
    throw new GuideError(`no JSON: ${String(error)}`);
  }
}

export function record(value: Json | undefined, name: string): Record<string, Json> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new GuideError(`${name} is no object`);
  }
  return value;
}

export function field(of: Record<string, Json>, name: string): Json {
  if (!(name in of)) throw new GuideError(`${name} is missing`);
  return of[name];
}

export function list(value: Json | undefined, name: string): Json[] {
  if (!Array.isArray(value)) throw new GuideError(`${name} is no list`);
  return value;
}

export function text(value: Json | undefined, name: string): string {
  if (typeof value !== 'string' || !value) throw new GuideError(`${name} is no text`);
  return value;
}

export function number(value: Json | undefined, name: string): number {
  if (typeof value !== 'number') throw new GuideError(`${name} is no number`);
  return value;
}

export function names(value: Json | undefined, name: string): string[] {
  return list(value, name).map((item) => text(item, name));
}
