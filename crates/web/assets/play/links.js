// @ts-check
/** A game on several screens: the links of its seats, and what people ask of each other. */

import { copyable, h } from "../lib/dom.js";
import { capital, words } from "../strings.js";

/** @typedef {import("../lib/api.js").State} State */

const said = words.links;

export class LinksPanel {
  /**
   * @param {string} key
   * @param {import("../lib/messages.js").LinkList | null} links none for who has not set the game up
   * @param {(asked: {type: string} & Record<string, any>) => void} send
   */
  constructor(key, links, send) {
    this.key = key;
    this.links = links;
    this.send = send;
    this.question = h("div", { class: "question", role: "status" });
    this.list = h("div", { class: "side" });
    this.element = h("section", { class: "panel", hidden: true, "aria-labelledby": "links-title" }, h("h2", { id: "links-title" }, said.title), this.list);
    this.shown = "";
  }

  /** @param {State} state */
  show(state) {
    this.ask(state);
    this.element.hidden = !this.links?.seats.length || Boolean(state.over);
    if (this.links && !state.over) this.draw(state, this.links);
  }

  /** @param {State} state @param {import("../lib/messages.js").LinkList} links */
  draw(state, { hosts, origin, seats }) {
    const here = state.link?.here ?? [];
    const others = seats.filter(({ seat }) => seat !== state.link?.seat);
    const key = JSON.stringify([others.map(({ seat }) => here[seat]), hosts]);
    this.element.hidden = !others.length;
    if (key === this.shown) return;
    this.shown = key;
    const rows = others.map(({ seat, path, qr }) => {
      const { name } = state.seats[seat];
      const row = copyable(`${capital(name)}: ${here[seat] ? said.here : said.awaited}`, origin + path, said.copy(name));
      const show = async () => qr && (await import("./qr.js")).showQr({ seat: name, link: origin + path, qr });
      if (qr) row.querySelector(".copy")?.append(h("button", { type: "button", "aria-label": said.qrOf(name), onclick: show }, said.qr));
      return row;
    });
    const reach = hosts.length ? [h("p", { class: "tag" }, said.lead), hosts.length > 1 ? h("p", { class: "tag" }, said.otherHosts(hosts.slice(1))) : null] : [h("p", { class: "tag" }, said.localOnly), h("p", { class: "mono" }, said.command)];
    this.list.replaceChildren(...reach.filter((part) => part !== null), ...rows);
  }

  /** What one asks of the others. It has its place from the start, so that nothing jumps. @param {State} state */
  ask(state) {
    const { link } = state;
    const open = link?.proposal;
    const next = state.over && link?.next;
    this.question.hidden = !link;
    this.question.classList.toggle("open", Boolean(open));
    if (next) {
      this.question.replaceChildren(h("a", { class: "button primary", href: `/game/${next}#${this.key}` }, said.goOn));
    } else if (link && open) {
      const button = (/** @type {string} */ text, /** @type {boolean} */ accept) => h("button", { type: "button", class: accept ? "primary" : "", onclick: () => this.send({ type: "answer", accept }) }, text);
      const names = open.awaited.map((seat) => state.seats[seat].name);
      const mine = open.seat === link.seat;
      const asked = link.seat !== null && open.awaited.includes(link.seat);
      const buttons = mine ? [button(said.withdraw, false)] : asked ? [button(said.agree, true), button(said.refuse, false)] : [];
      this.question.replaceChildren(h("p", {}, mine ? said.asked[open.kind](names) : said.asks[open.kind](state.seats[open.seat].name)), h("div", { class: "controls" }, ...buttons));
    } else {
      const people = link?.here.filter((is) => is !== null).length ?? 0;
      this.question.replaceChildren(people > 1 && !state.over ? h("p", { class: "tag" }, said.consent) : "");
    }
  }
}
