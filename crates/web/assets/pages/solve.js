// @ts-check
/** Solved games: `/solve` lists the tables and makes another, `/solve/ID` is what one of them has to say. */

import { loadStylesheet } from "../lib/stylesheet.js";
import { mount as mountReport } from "./solve/report.js";
import { mount as mountTables } from "./solve/tables.js";

/** @param {HTMLElement} root @param {import("../main.js").Context} context */
export async function mount(root, context) {
  await loadStylesheet("pages/solve.css");
  const [id] = context.parts;
  return id ? mountReport(root, context, id) : mountTables(root, context);
}
