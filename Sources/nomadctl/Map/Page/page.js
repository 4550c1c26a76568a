(() => {
  "use strict";
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const one = (id) => document.getElementById(id);
  const [user, only, sentence, start, limit] = ["user", "only", "sentence", "start", "limit"].map(one);
  const fates = all("#fates li"), tribes = all(".tribe"), stations = all(".station"), sections = all("main section");
  const boxes = all("#choice input[name=module]");
  const kinds = ["runs", "done", "waits"];

  // The page contains the decisions for each user. The script only shows them.
  const decided = (option) => (option.dataset.fates ?? "").split(" ").filter(Boolean).flatMap((span) => {
    const [fate, count] = span.split(":").map(Number);
    return Array(count).fill(fates[fate]);
  });

  const look = (element, kind) => kinds.forEach((other) => element.classList.toggle(other, other === kind));

  const place = (sign, position) => {
    sign.hidden = position === undefined;
    if (sign.hidden) return;
    if (Number(position) === 0) stations[0].parentElement.prepend(sign);
    else stations[Number(position) - 1].after(sign);
  };

  const travel = () => {
    const option = user.selectedOptions[0];
    const chosen = decided(option);
    tribes.forEach((tribe, index) => {
      const fate = chosen[index];
      const line = tribe.querySelector(".fate"), late = tribe.querySelector(".late");
      look(tribe, fate?.dataset.kind);
      line.hidden = !fate;
      if (late) late.hidden = Boolean(fate) && fate.dataset.late === undefined;
      if (!fate) return;
      line.querySelector(".mark-of-fate").textContent = fate.dataset.sign;
      line.querySelector(".why").textContent = fate.textContent;
    });
    stations.forEach((station, index) => {
      const isPassed = chosen.length && index < Number(option.dataset.position);
      const gone = all(".gone", station).map((tribe) => isPassed ? "done" : chosen[tribe.dataset.into]?.dataset.kind);
      const here = kinds.filter((kind) => station.querySelector(`.tribe.${kind}`) || gone.includes(kind));
      [station, station.querySelector(".milestone")].forEach((element) => look(element, here[0]));
    });
    sections.forEach((section) => {
      look(section, kinds.find((kind) => section.querySelector(".station").classList.contains(kind)));
    });
    sentence.textContent = option.dataset.sentence ?? "";
    // If both signs have the same position, the start sign comes first.
    if (limit) place(limit, chosen.length ? option.dataset.limit : undefined);
    place(start, option.dataset.position);
    start.querySelector("p").textContent = option.dataset.sign ?? "";
    only.disabled = !chosen.length;
    filter();
  };

  const filter = () => {
    const shown = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
    const isOnly = only.checked && !only.disabled;
    all(".tribe, .gone").forEach((tribe) => {
      tribe.hidden = (boxes.length > 0 && !shown.has(tribe.dataset.module)) || (isOnly && !tribe.matches(".runs"));
    });
    const isEmpty = (element) => tribes.length > 0 && !element.querySelector(":is(.tribe, .gone):not([hidden])");
    stations.forEach((station) => { station.hidden = isEmpty(station); });
    sections.forEach((section) => { section.hidden = isEmpty(section); });
    one("nothing").hidden = !isEmpty(document);
  };

  one("choice").hidden = false;
  const legend = one("legend");
  if (legend) legend.hidden = true;
  user.addEventListener("change", travel);
  only.addEventListener("change", filter);
  boxes.forEach((box) => box.addEventListener("change", filter));
  // A browser may restore an earlier choice.
  travel();
})();
