//! `/api/pdf-reports/generate`: results of calculations as a document for printing.
//!
//! A report runs the calculations as their own operations would: with the caller's permissions, modules
//! and texts. It adds no texts of its own.

use std::sync::OnceLock;

use access::{KeyPermission, RolePermission, Timestamp};
use async_trait::async_trait;
use bytes::Bytes;
use calculations::CalculationContext;
use calculations::report::{
    REPORT_ERRORS, ReportInput, ReportOwner, ReportStep, check, compose, decoded_logo,
    report_source, writing_work,
};
use http_api::modules::PDF_REPORTS;
use http_api::{ApiError, ErrorCode, Limits, Methods, Problem, Rule, Spec, Stop, Work};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::calc::batch::{Task, find};
use super::calc::prepare::OwnTexts;
use crate::FORMATS;
use crate::overlay::Overlays;
use auth::OrgCaller;
use operation::{Operation, PdfFile, input_of};
use platform::PlatformWith;

/// Memory that writing a report takes, per byte of its calculations' JSON.
const BYTES_PER_BYTE: u64 = 10;
/// Memory that the fonts and pages of a report take.
const DOCUMENT_BYTES: u64 = 12 * 1024 * 1024;

#[derive(Debug)]
pub struct PdfReportGenerate;

/// A report to generate.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "PdfReport", deny_unknown_fields)]
pub struct PdfReportInput {
    #[serde(flatten)]
    report: ReportInput,
    /// The checked calculations. The price depends on them.
    #[serde(skip)]
    #[schemars(skip)]
    planned: OnceLock<Result<Vec<Planned>, Vec<Problem>>>,
}

/// A calculation of the report.
#[derive(Debug)]
struct Planned {
    step: ReportStep,
    task: Box<dyn Task>,
}

impl PdfReportInput {
    fn planned(&self) -> Result<&[Planned], ApiError> {
        let plan = || -> Result<Vec<Planned>, ApiError> {
            check(&self.report)?;
            let prepared = self.report.steps()?.into_iter().map(|step| {
                let task = (find(step.operation)?.prepare)(step.body.clone())
                    .map_err(|it| it.map_sources(report_source))?;
                Ok(Planned { step, task })
            });
            prepared.collect()
        };
        let planned = self
            .planned
            .get_or_init(|| plan().map_err(|error| error.problems().to_vec()));
        match planned {
            Ok(planned) => Ok(planned),
            Err(problems) => Err(ApiError::all(problems.clone())),
        }
    }

    /// Computes everything and writes the document.
    fn written(
        &self,
        contexts: &[CalculationContext],
        owner: &ReportOwner,
        stop: &Stop,
    ) -> Result<Bytes, ApiError> {
        let unreadable = |error| ApiError::plain(ErrorCode::InternalError).because(error);
        let planned = self.planned()?;
        // Before the calculations, because a logo that cannot be read refuses the report.
        let logo = decoded_logo(&self.report).map_err(|it| it.map_sources(report_source))?;
        let mut results = Vec::with_capacity(planned.len());
        for (it, context) in planned.iter().zip(contexts) {
            let result = it.task.compute(context);
            let json = result.map_err(|it| it.map_sources(report_source))?;
            let result: Value = serde_json::from_str(json.get()).map_err(unreadable)?;
            results.push(result);
        }
        let steps: Vec<_> = planned.iter().map(|it| it.step.clone()).collect();
        let report = compose(&self.report, logo, (&steps, &results), owner)
            .map_err(|it| it.map_sources(report_source))?;
        let document = report.to_pdf(&|| stop.is_set());
        document.map(Bytes::from).map_err(|error| match error {
            reports::ReportError::Stopped => ApiError::plain(ErrorCode::RequestTimeout),
            reports::ReportError::TooManyPages { .. } => {
                let detail = format!("{error} Leave out sections.");
                Problem::new(ErrorCode::WorkLimitExceeded, detail).into()
            }
            other => ApiError::plain(ErrorCode::InternalError).because(other),
        })
    }
}

#[async_trait]
impl Operation for PdfReportGenerate {
    type Caller = OrgCaller;
    const SPEC: Spec<OrgCaller> = Spec {
        id: "pdf_report_generate",
        methods: Methods::Post,
        path: "/api/pdf-reports/generate",
        aliases: &[],
        access: Rule::caller(KeyPermission::CalcRead, RolePermission::CalcUse)
            .gated_by(PDF_REPORTS),
        cost_units: 1,
        limits: Limits::REPORT,
        errors: REPORT_ERRORS,
        group: "PDF reports",
        summary: "Generate a PDF report",
        description: "Runs the calculations of a kind of report and returns them as a document for printing, with \
            cover, table of contents, charts, interpretation and tables. It needs the modules of these \
            calculations as well. Interpretations are included if the key has `content:read` and the \
            organization has their module; your organization's own texts replace those of the library. The \
            document is PDF/A-2b and tagged. The same request returns the same bytes until texts change. Only \
            POST is supported.",
    };
    type Context = PlatformWith<Overlays>;
    type Input = PdfReportInput;
    type Reply = PdfFile;
    const COST_FORMULA: Option<&'static str> = Some(
        "The prices of the calculations with their texts, and the work of writing the document.",
    );

    fn example() -> Option<Value> {
        Some(json!({
            "reportType": "natal",
            "subject": {
                "name": "Emma Jansen",
                "birthDate": { "year": 1990, "month": 6, "day": 15, "hour": 14, "minute": 30 },
                "birthPlace": { "name": "Amsterdam", "latitude": 52.37, "longitude": 4.89, "timezone": "Europe/Amsterdam" },
            },
            "language": "en",
        }))
    }

    fn preflight(input: &PdfReportInput) -> Result<(), ApiError> {
        input.planned().map(drop)
    }

    fn work(input: &PdfReportInput) -> Work {
        let Ok(planned) = input.planned() else {
            return Work::REQUEST;
        };
        let calculations: Work = planned.iter().map(|it| it.task.work().with_tree()).sum();
        calculations + writing_work()
    }

    async fn run(
        services: &PlatformWith<Overlays>,
        caller: OrgCaller,
        input: PdfReportInput,
    ) -> Result<PdfFile, ApiError> {
        let work = Self::work(&input);
        let texts = OwnTexts::default();
        let stop = Stop::default();
        let mut contexts = Vec::new();
        for it in input.planned()? {
            it.task.permitted(&caller)?;
            let context = it.task.context(services, &caller, &texts).await;
            let context = context.map_err(|it| it.map_sources(report_source))?;
            contexts.push(context.stopped_by(stop.clone()));
        }
        let owner = owner(services, &caller).await?;
        let held = work.answer_bytes().saturating_mul(BYTES_PER_BYTE);
        let held = held.saturating_add(DOCUMENT_BYTES);
        let _memory = services.memory.reserve(Some(caller.org()), held)?;
        let lane = caller.lane(work, stop.clone());
        let name = json!(input.report.report_type);
        let name = format!("{}-report.pdf", name.as_str().unwrap_or_default());
        let job = move || input.written(&contexts, &owner, &stop);
        let bytes = services.pool.run(lane, job).await??;
        Ok(PdfFile { name, bytes })
    }
}

/// A report for the command line, where the operator is the caller: with all texts of the library.
///
/// # Errors
///
/// Every problem of the input.
pub fn alone(
    body: Map<String, Value>,
    owner: &ReportOwner,
    now: Timestamp,
) -> Result<Bytes, ApiError> {
    let input = input_of::<PdfReportGenerate>(Value::Object(body), FORMATS)?;
    let planned = input.planned()?.iter();
    let contexts: Result<Vec<_>, _> = planned.map(|it| it.task.operator_context(now)).collect();
    let contexts = contexts.map_err(|it| it.map_sources(report_source))?;
    input.written(&contexts, owner, &Stop::default())
}

/// The organization of the caller.
async fn owner(
    services: &PlatformWith<Overlays>,
    caller: &OrgCaller,
) -> Result<ReportOwner, ApiError> {
    let org = services.store.org_by_id(caller.org()).await?;
    let org = org.ok_or_else(|| ApiError::plain(ErrorCode::ResourceNotFound))?;
    Ok(ReportOwner { name: org.name })
}
