/** Compares the objects of a file as qpdf reads them with those of our reader. */
import { execFileSync } from 'node:child_process';
import {
  PdfArray,
  PdfBool,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
} from '@libpdf/core';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
interface QpdfObject {
  value?: Json;
  stream?: { data: string; dict: Record<string, Json> };
}

/** @returns its objects by reference (`5 0 R`), streams with their bytes as stored. */
export function qpdfObjects(path: string): Map<string, QpdfObject> {
  const line = ['--json=2', '--json-key=qpdf', '--json-stream-data=inline', '--decode-level=none', path];
  const text = execFileSync('qpdf', line, { maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'ignore'] }).toString('utf8');
  const [, objects] = (JSON.parse(text) as { qpdf: [unknown, Record<string, QpdfObject>] }).qpdf;
  return new Map(Object.entries(objects).map(([name, object]) => [name.replace(/^obj:/, ''), object]));
}

/** True if both are the same object. */
export function isSameObject(ours: PdfObject, theirs: QpdfObject | undefined): boolean {
  if (theirs === undefined) return false;
  if (!(ours instanceof PdfStream)) return theirs.value !== undefined && sameValue(ours, theirs.value);
  if (theirs.stream === undefined) return false;
  const data = Buffer.from(theirs.stream.data, 'base64');
  return data.equals(Buffer.from(ours.data)) && sameEntries(ours, theirs.stream.dict, ['Length']);
}

function sameEntries(ours: PdfDict, theirs: Record<string, Json>, ignoredKeys: readonly string[] = []): boolean {
  const own = [...ours].filter(([key]) => !ignoredKeys.includes(key.value));
  const other = Object.entries(theirs).filter(([key, value]) => value !== null && !ignoredKeys.includes(key.slice(1)));
  return (
    own.length === other.length &&
    own.every(([key, value]) => {
      const there = theirs[`/${key.value}`];
      return there !== undefined && sameValue(value, there);
    })
  );
}

function sameValue(ours: PdfObject, theirs: Json): boolean {
  if (ours instanceof PdfRef) return theirs === `${ours.objectNumber} ${ours.generation} R`;
  if (ours instanceof PdfName) return theirs === `/${ours.value}`;
  if (ours instanceof PdfNumber) return typeof theirs === 'number' && Math.abs(theirs - ours.value) < 1e-9;
  if (ours instanceof PdfBool) return theirs === ours.value;
  if (ours instanceof PdfString) return typeof theirs === 'string' && sameText(Buffer.from(ours.bytes), theirs);
  if (ours instanceof PdfArray) {
    const items = [...ours];
    return (
      Array.isArray(theirs) &&
      theirs.length === items.length &&
      items.every((item, n) => sameValue(item, theirs[n] as Json))
    );
  }
  if (ours instanceof PdfDict) {
    return typeof theirs === 'object' && theirs !== null && !Array.isArray(theirs) && sameEntries(ours, theirs);
  }
  return theirs === null;
}

function sameText(ours: Buffer, theirs: string): boolean {
  if (theirs.startsWith('b:')) return ours.toString('hex') === theirs.slice(2);
  const marked = ours[0] === 0xfe && ours[1] === 0xff;
  const text = marked ? Buffer.from(ours.subarray(2)).swap16().toString('utf16le') : ours.toString('latin1');
  return theirs === `u:${text}`;
}
